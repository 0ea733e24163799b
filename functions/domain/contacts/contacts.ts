import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../model/api-error.ts';
import { isOptedOut, withRecordedChoice } from '../../model/contacts/consent.ts';
import { type Contact, toContact } from '../../model/contacts/contact.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Tag } from '../../model/contacts/tag.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putContact, updateContactItem } from '../../table/contacts/contact-writes.ts';
import { findContact, findContactIdByPhone } from '../../table/contacts/contacts.ts';
import { normalizePhone } from './phone-numbers.ts';
import { resolveTags } from './tags.ts';

export const getContact = async (workspaceId: string, contactId: string): Promise<Contact> =>
  toContact(await getStoredContact(workspaceId, contactId));

export const updateContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<Contact> => {
  const contact = await updateStoredContact(workspaceId, contactId, changes);
  if (!contact) throw notFound('contact');
  return toContact(contact);
};

const getStoredContact = async (workspaceId: string, contactId: string): Promise<StoredContact> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  return contact;
};

export interface NewContactInput extends Omit<ContactChanges, 'opted_out'> {
  phone: string;
}

export const createContact = async (
  workspaceId: string,
  id: string,
  input: NewContactInput,
): Promise<{ contact: Contact; isNew: boolean }> => {
  const phone = await normalizePhone(workspaceId, input.phone, 'phone');
  const { contact, isNew } = await retryOnConflict(async () => {
    const [existingId, { tags, missing }] = await Promise.all([
      findContactIdByPhone(workspaceId, phone),
      resolveTags(workspaceId, input.tags ?? []),
    ]);
    if (existingId !== undefined) return reuseExisting(workspaceId, existingId, id, input.tags);
    const created: StoredContact = { ...newContact(id, input), phone, tags, channels: ['msgapp'] };
    return (await putContact(workspaceId, created, missing)) ? { contact: created, isNew: true } : 'conflict';
  });
  return { contact: toContact(contact), isNew };
};

/**
 * Changes only the tags. A contact with the requested id was stored by an earlier attempt of the same request. A
 * conflict means that the contact was erased since its number was looked up, so the number is free again.
 */
const reuseExisting = async (
  workspaceId: string,
  existingId: string,
  requestedId: string,
  tags: string[] | undefined,
) => {
  if (existingId === requestedId) return { contact: await getStoredContact(workspaceId, existingId), isNew: true };
  const contact =
    tags === undefined
      ? await findContact(workspaceId, existingId)
      : await updateStoredContact(workspaceId, existingId, { tags });
  return contact ? { contact, isNew: false } : 'conflict';
};

export const newContact = (id: string, fields: Omit<ContactChanges, 'tags' | 'opted_out'>): StoredContact => {
  const now = isoTime(clock.now());
  return {
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
};

export interface ContactChanges {
  name?: string | null | undefined;
  email?: string | null | undefined;
  company?: string | null | undefined;
  tags?: string[] | undefined;
  opted_out?: boolean | undefined;
}

const updateStoredContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<StoredContact | undefined> => {
  const updated = await retryOnConflict(async () => {
    const [before, resolvedTags] = await Promise.all([
      findContact(workspaceId, contactId),
      changes.tags && resolveTags(workspaceId, changes.tags),
    ]);
    if (!before) return 'gone';
    return changeContact(workspaceId, before, { ...changes, tags: resolvedTags?.tags }, resolvedTags?.missing);
  });
  return updated === 'gone' ? undefined : updated;
};

type ResolvedChanges = Omit<ContactChanges, 'tags'> & { tags?: Tag[] | undefined };

/**
 * One transaction for the contact, its tag rows and the copies in its conversations. Without a change it writes nothing
 * and returns `before` itself.
 */
export const changeContact = async (
  workspaceId: string,
  before: StoredContact,
  changes: ResolvedChanges,
  newTags: Tag[] = [],
): Promise<StoredContact | 'conflict'> => {
  const now = isoTime(clock.now());
  const after = applyChanges(before, changes, now);
  if (isDeepStrictEqual(before, after)) return before;
  const updated = { ...after, updated_at: now, version: before.version + 1 };
  return (await updateContactItem(workspaceId, before, updated, newTags)) ? updated : 'conflict';
};

const applyChanges = (
  before: StoredContact,
  {
    name = before.name,
    email = before.email,
    company = before.company,
    tags = before.tags,
    opted_out = isOptedOut(before),
  }: ResolvedChanges,
  now: string,
): StoredContact => withRecordedChoice({ ...before, name, email, company, tags }, opted_out, now);
