import { isOptedOut } from '../../model/contacts/consent.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { ContactEntry } from '../../model/contacts/timeline.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { findConversations } from '../../table/conversations/conversations.ts';
import { getStoredContact } from './contacts.ts';

/** Lists what the contact and its conversations tell about the past, newest first. */
export const getContactTimeline = async (workspaceId: string, contactId: string): Promise<ContactEntry[]> => {
  const contact = await getStoredContact(workspaceId, contactId);
  const conversations = await findConversations(workspaceId, Object.values(contact.conversation_ids ?? {}));
  return toTimeline(contact, conversations);
};

const toTimeline = (contact: StoredContact, conversations: readonly StoredConversation[]): ContactEntry[] => {
  const entries: ContactEntry[] = [
    ...conversations.flatMap((conversation) =>
      listMoments(conversation).flatMap(([kind, at]) =>
        at ? [{ at, kind, channel: conversation.channel, by: null }] : [],
      ),
    ),
    ...listChoices(contact).reverse(),
    { at: contact.created_at, kind: 'added', channel: null, by: null },
  ];
  return entries.sort((left, right) => right.at.localeCompare(left.at));
};

/** The order is newest first, and moments of the same time keep it. */
const listMoments = (conversation: StoredConversation): [ContactEntry['kind'], string | null | undefined][] => {
  const { last_message: last } = conversation;
  const isToContact = last !== undefined && last.author.kind !== 'customer' && last.status !== 'failed';
  return [
    ['last_received', isToContact ? conversation.last_message_at : null],
    ['waiting', conversation.waiting_since],
    ['last_wrote', conversation.last_inbound_at],
    ['conversation_began', conversation.created_at],
  ];
};

/** A contact from before there was a log has only its last choice. */
const listChoices = (contact: StoredContact): ContactEntry[] => {
  const { consent_at, consent_log } = contact;
  const known = consent_log ?? (consent_at ? [{ at: consent_at, opted_out: isOptedOut(contact), by: null }] : []);
  return known.map(({ at, opted_out, by }) => ({ at, kind: opted_out ? 'opted_out' : 'opted_in', channel: null, by }));
};
