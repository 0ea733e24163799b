import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../model/api-error.ts';
import { type Contact, toContact } from '../../model/contact.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putContact, updateContactItem as writeUpdate } from '../../table/contacts/contact-writes.ts';
import { findContact, findContactIdByPhone, type StoredContact } from '../../table/contacts/contacts.ts';
import { normalizePhone } from './phone-numbers.ts';
import { resolveTags } from './tags.ts';

export const getContact = async (workspaceId: string, contactId: string): Promise<Contact> =>
  toContact(await getStoredContact(workspaceId, contactId));

export const updateContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<Contact> => toContact(await updateStoredContact(workspaceId, contactId, changes));

/** With what only the service itself may see. */
const getStoredContact = async (workspaceId: string, contactId: string): Promise<StoredContact> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  return contact;
};

/** What a caller says of a new contact. */
export interface NewContactInput extends ContactChanges {
  phone: string;
}

/** The contact of the phone number: made now under this id, or the one that has the number already. */
export const createContact = async (
  workspaceId: string,
  id: string,
  input: NewContactInput,
): Promise<{ contact: Contact; isNew: boolean }> => {
  const phone = await normalizePhone(workspaceId, input.phone);
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

/** The holder of a taken number keeps all but its tags. Under our own id it is ours, from a try that got no answer. */
const reuseExisting = async (
  workspaceId: string,
  existingId: string,
  requestedId: string,
  tags: string[] | undefined,
) => {
  const isNew = existingId === requestedId;
  const contact =
    isNew || tags === undefined
      ? await getStoredContact(workspaceId, existingId)
      : await updateStoredContact(workspaceId, existingId, { tags });
  return { contact, isNew };
};

/** A contact that nothing is known of but what the caller says. */
export const newContact = (id: string, fields: Omit<ContactChanges, 'tags'>): StoredContact => {
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
    created_at: now,
    updated_at: now,
    version: 1,
  };
};

/** What may change about a contact; what is absent stays. */
export interface ContactChanges {
  name?: string | null | undefined;
  email?: string | null | undefined;
  company?: string | null | undefined;
  /** The names of all its tags from now on. */
  tags?: string[] | undefined;
}

/** Changes a contact, its tags' lists and the copies in its conversations, all or none. No change writes nothing. */
const updateStoredContact = (workspaceId: string, contactId: string, changes: ContactChanges): Promise<StoredContact> =>
  retryOnConflict(async () => {
    const [before, resolvedTags] = await Promise.all([
      findContact(workspaceId, contactId),
      changes.tags && resolveTags(workspaceId, changes.tags),
    ]);
    if (!before) throw notFound('contact');
    const after = applyChanges(before, { ...changes, tags: resolvedTags?.tags });
    if (isDeepStrictEqual(before, after)) return before;
    const updated = { ...after, updated_at: isoTime(clock.now()), version: before.version + 1 };
    return (await writeUpdate(workspaceId, before, updated, resolvedTags?.missing ?? [])) ? updated : 'conflict';
  });

const applyChanges = (
  before: StoredContact,
  { name = before.name, email = before.email, company = before.company, tags = before.tags }: Partial<StoredContact>,
): StoredContact => ({ ...before, name, email, company, tags });
