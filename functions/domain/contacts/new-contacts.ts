import { type Contact, shownContact } from '../../model/contact.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import { putContact } from '../../table/contacts/contact-writes.ts';
import { findContactIdByPhone, type StoredContact } from '../../table/contacts/contacts.ts';
import { type ContactChanges, changeContact } from './contact-changes.ts';
import { getStoredContact } from './contacts.ts';
import { readPhone } from './phone-numbers.ts';
import { tagsOf } from './tags.ts';

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
