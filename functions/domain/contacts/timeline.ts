import { isOptedOut } from '../../model/contacts/consent.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { ContactEntry } from '../../model/contacts/timeline.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { findConversations } from '../../table/conversations/conversations.ts';
import { getStoredContact } from './contacts.ts';

/** What the contact and its conversations tell about the past, newest first. */
export const getContactTimeline = async (workspaceId: string, contactId: string): Promise<ContactEntry[]> => {
  const contact = await getStoredContact(workspaceId, contactId);
  const conversations = await findConversations(workspaceId, Object.values(contact.conversation_ids ?? {}));
  return toTimeline(contact, conversations);
};

const toTimeline = (
  contact: StoredContact,
  conversations: readonly Pick<StoredConversation, 'channel' | 'created_at' | 'last_inbound_at'>[],
): ContactEntry[] => {
  const none = { channel: null, by: null };
  const entries: ContactEntry[] = [
    { ...none, at: contact.created_at, kind: 'added' },
    ...listChoices(contact),
    ...conversations.flatMap(({ channel, created_at, last_inbound_at }): ContactEntry[] => [
      { ...none, at: created_at, kind: 'conversation_began', channel },
      ...(last_inbound_at === null ? [] : [{ ...none, at: last_inbound_at, kind: 'last_wrote' as const, channel }]),
    ]),
  ];
  return entries.sort((left, right) => (left.at < right.at ? 1 : -1));
};

/** Of a choice from before there was a log, only the last is known. */
const listChoices = (contact: StoredContact): ContactEntry[] => {
  const { consent_at, consent_log } = contact;
  const known = consent_log ?? (consent_at ? [{ at: consent_at, opted_out: isOptedOut(contact), by: null }] : []);
  return known.map(({ at, opted_out, by }) => ({ at, kind: opted_out ? 'opted_out' : 'opted_in', channel: null, by }));
};
