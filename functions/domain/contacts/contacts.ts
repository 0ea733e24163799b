import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../model/api-error.ts';
import { type Contact, shownContact } from '../../model/contact.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import { putContact, updateContact as writeUpdate } from '../../table/contacts/contact-writes.ts';
import { findContact, findContactIdByPhone, type StoredContact } from '../../table/contacts/contacts.ts';
import { readPhone } from './phone-numbers.ts';
import { tagsOf } from './tags.ts';

export const getContact = async (workspaceId: string, contactId: string): Promise<Contact> =>
  shownContact(await getStoredContact(workspaceId, contactId));

export const updateContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<Contact> => shownContact(await changeContact(workspaceId, contactId, changes));

/** With what only the service itself may see. */
const getStoredContact = async (workspaceId: string, contactId: string): Promise<StoredContact> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  return contact;
};

/** What a caller says of a new contact. */
export interface ContactWish extends ContactChanges {
  phone: string;
}

/** The contact of the phone number: made now under this id, or the one that has the number already. */
export const createContact = async (
  workspaceId: string,
  id: string,
  wish: ContactWish,
): Promise<{ contact: Contact; isNew: boolean }> => {
  const phone = await readPhone(workspaceId, wish.phone);
  const { contact, isNew } = await untilWon(async () => {
    const [holderId, { tags, missing }] = await Promise.all([
      findContactIdByPhone(workspaceId, phone),
      tagsOf(workspaceId, wish.tags ?? []),
    ]);
    if (holderId !== undefined) return settle(workspaceId, holderId, id, wish.tags);
    const made: StoredContact = { ...newContact(id, wish), phone, tags, channels: ['msgapp'] };
    return (await putContact(workspaceId, made, missing)) ? { contact: made, isNew: true } : undefined;
  });
  return { contact: shownContact(contact), isNew };
};

/** The holder of a taken number keeps all but its tags. Under our own id it is ours, from a try that got no answer. */
const settle = async (workspaceId: string, holderId: string, ownId: string, tags: string[] | undefined) => {
  const isNew = holderId === ownId;
  const contact =
    isNew || tags === undefined
      ? await getStoredContact(workspaceId, holderId)
      : await changeContact(workspaceId, holderId, { tags });
  return { contact, isNew };
};

/** A contact that nothing is known of but what the caller says. */
export const newContact = (id: string, known: Omit<ContactChanges, 'tags'>): StoredContact => {
  const now = isoTime(clock.now());
  return {
    id,
    phone: null,
    social_username: null,
    channels: [],
    name: known.name ?? null,
    email: known.email ?? null,
    company: known.company ?? null,
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
const changeContact = (workspaceId: string, contactId: string, changes: ContactChanges): Promise<StoredContact> =>
  untilWon(async () => {
    const [before, wanted] = await Promise.all([
      findContact(workspaceId, contactId),
      changes.tags && tagsOf(workspaceId, changes.tags),
    ]);
    if (!before) throw notFound('contact');
    const after = changed(before, { ...changes, tags: wanted?.tags });
    if (isDeepStrictEqual(before, after)) return before;
    const moved = { ...after, updated_at: isoTime(clock.now()), version: before.version + 1 };
    return (await writeUpdate(workspaceId, before, moved, wanted?.missing ?? [])) ? moved : undefined;
  });

const changed = (
  before: StoredContact,
  { name = before.name, email = before.email, company = before.company, tags = before.tags }: Partial<StoredContact>,
): StoredContact => ({ ...before, name, email, company, tags });
