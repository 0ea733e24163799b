import { isDeepStrictEqual } from 'node:util';
import { ApiError, notFound } from '../../model/api-error.ts';
import {
  type AttributeChanges,
  areFewAttributes,
  attributesError,
  mergeAttributes,
} from '../../model/contacts/attributes.ts';
import { isOptedOut, withRecordedChoice } from '../../model/contacts/consent.ts';
import type { ConsentSource } from '../../model/contacts/consent-log.ts';
import { type Contact, toContact } from '../../model/contacts/contact.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Tag } from '../../model/contacts/tag.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putContact, updateContactItem } from '../../table/contacts/contact-writes.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findContactIdByKeys, requireFreeExternalId, requireSameExternalId } from './external-ids.ts';
import { normalizePhone } from './phone-numbers.ts';
import { combineTags, resolveTags, type TagChanges } from './tags.ts';

export const getContact = async (workspaceId: string, contactId: string): Promise<Contact> =>
  toContact(await getStoredContact(workspaceId, contactId));

export const updateContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges & TagChanges,
): Promise<Contact> => {
  const contact = await updateStoredContact(workspaceId, contactId, changes);
  if (!contact) throw notFound('contact');
  return toContact(contact);
};

export const getStoredContact = async (workspaceId: string, contactId: string): Promise<StoredContact> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  return contact;
};

export interface NewContactInput extends Omit<ContactChanges, 'opted_out' | 'by'> {
  /** A contact that is found by its external id needs none. */
  phone?: string | undefined;
}

export interface ImportedContact extends NewContactInput {
  opted_out?: boolean | undefined;
}

export const createContact = async (
  workspaceId: string,
  id: string,
  input: NewContactInput,
): Promise<{ contact: Contact; isNew: boolean }> => {
  const phone = input.phone === undefined ? undefined : await normalizePhone(workspaceId, input.phone, 'phone');
  const externalId = input.external_id ?? undefined;
  const { contact, isNew } = await retryOnConflict(async () => {
    const [existingId, { tags, missing }] = await Promise.all([
      findContactIdByKeys(workspaceId, { phone, externalId }),
      resolveTags(workspaceId, input.tags ?? []),
    ]);
    if (existingId === 'conflict') return 'conflict';
    if (existingId !== undefined) return reuseExisting(workspaceId, existingId, id, { tags: input.tags, externalId });
    const created: StoredContact = { ...newContact(id, input), phone: phone ?? null, tags, channels: ['msgapp'] };
    return (await putContact(workspaceId, created, missing)) ? { contact: created, isNew: true } : 'conflict';
  });
  return { contact: toContact(contact), isNew };
};

/**
 * Changes only the tags, and adds the external id. A contact with the requested id was stored by an earlier attempt of the same request. A
 * conflict means that the contact was erased since its number was looked up, so the number is free again.
 */
const reuseExisting = async (
  workspaceId: string,
  existingId: string,
  requestedId: string,
  changes: ExistingChanges,
) => {
  if (existingId === requestedId) return { contact: await getStoredContact(workspaceId, existingId), isNew: true };
  const contact =
    changes.tags === undefined && changes.externalId === undefined
      ? await findContact(workspaceId, existingId)
      : await updateStoredContact(workspaceId, existingId, changes);
  return contact ? { contact, isNew: false } : 'conflict';
};

export const newContact = (id: string, fields: Omit<ContactChanges, 'tags' | 'opted_out' | 'by'>): StoredContact => {
  const now = isoTime(clock.now());
  const contact = {
    id,
    phone: null,
    social_username: null,
    channels: [],
    name: fields.name ?? null,
    email: fields.email ?? null,
    company: fields.company ?? null,
    avatar_url: null,
    tags: [],
    opted_out_at: null,
    created_at: now,
    updated_at: now,
    version: 1,
  };
  return withOptionalFields(contact, fields);
};

export interface ContactChanges {
  name?: string | null | undefined;
  email?: string | null | undefined;
  company?: string | null | undefined;
  tags?: string[] | undefined;
  opted_out?: boolean | undefined;
  external_id?: string | null | undefined;
  attributes?: AttributeChanges | undefined;
  /** The person or program that records the choice about broadcasts. */
  by?: ConsentSource | undefined;
}

/** The changes that a request may make to a contact that it finds instead of creating one. */
interface ExistingChanges {
  tags: string[] | undefined;
  externalId: string | undefined;
}

const updateStoredContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges & TagChanges & Partial<ExistingChanges>,
): Promise<StoredContact | undefined> => {
  const names = changes.tags ?? changes.addedTags;
  const updated = await retryOnConflict(async () => {
    const [before, resolved] = await Promise.all([
      findContact(workspaceId, contactId),
      names && resolveTags(workspaceId, names),
    ]);
    if (!before) return 'gone';
    const tags = combineTags(before.tags, resolved?.tags, changes);
    return changeContact(workspaceId, before, { ...changes, tags }, resolved?.missing);
  });
  return updated === 'gone' ? undefined : updated;
};

type ResolvedChanges = Omit<ContactChanges, 'tags'> & {
  tags?: Tag[] | undefined;
  /** The key by which the contact was looked up. It is added to a contact that has none. */
  externalId?: string | undefined;
};

/**
 * One transaction for the contact, its external id, its tag rows and the copies in its conversations. Without a change it writes nothing
 * and returns `before` itself.
 */
export const changeContact = async (
  workspaceId: string,
  before: StoredContact,
  changes: ResolvedChanges,
  newTags: Tag[] = [],
): Promise<StoredContact | 'conflict'> => {
  requireSameExternalId(before, changes.externalId);
  const now = isoTime(clock.now());
  const after = applyChanges(before, changes, now);
  if (isDeepStrictEqual(before, after)) return before;
  if (after.external_id !== undefined && after.external_id !== before.external_id)
    await requireFreeExternalId(workspaceId, after.external_id);
  const updated = { ...after, updated_at: now, version: before.version + 1 };
  return (await updateContactItem(workspaceId, before, updated, newTags)) ? updated : 'conflict';
};

export const applyChanges = (
  before: StoredContact,
  {
    name = before.name,
    email = before.email,
    company = before.company,
    tags = before.tags,
    opted_out = isOptedOut(before),
    externalId,
    external_id = externalId,
    attributes,
    by,
  }: ResolvedChanges,
  now: string,
): StoredContact =>
  withRecordedChoice(
    withOptionalFields({ ...before, name, email, company, tags }, { external_id, attributes }),
    opted_out,
    now,
    by,
  );

/** A field without a value is absent. */
const withOptionalFields = (
  { external_id: current, attributes = {}, ...contact }: StoredContact,
  changes: Pick<ContactChanges, 'external_id' | 'attributes'>,
): StoredContact => {
  const { external_id = current } = changes;
  const merged = mergeAttributes(attributes, changes.attributes ?? {});
  if (changes.attributes && !areFewAttributes(merged, attributes))
    throw new ApiError('bad_request', `"attributes" ${attributesError}, those of the contact included.`);
  return {
    ...contact,
    ...(external_id ? { external_id } : {}),
    ...(Object.keys(merged).length === 0 ? {} : { attributes: merged }),
  };
};
