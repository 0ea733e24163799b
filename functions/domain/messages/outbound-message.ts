import { type StoredContact, withConversation } from '../../model/contacts/stored-contact.ts';
import type { Message } from '../../model/messages/message.ts';
import type { Reply } from '../../model/messages/outgoing-message.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { idTimeMs, newId } from '../../platform/ids.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import type { RecipientLookup, SendRecipient } from '../../table/messages/sends.ts';
import { newContact } from '../contacts/contacts.ts';
import { newConversation } from '../conversations/new-conversation.ts';
import type { FittedContent } from './content.ts';

/** Reuses the contact and conversation of a number, or creates those that are missing. `name` renames the contact. */
export const resolveRecipient = (
  phone: string,
  { contact, conversation }: Partial<RecipientLookup>,
  name?: string,
): SendRecipient => {
  if (conversation) {
    if (!contact || name === undefined || contact.name === name) return { kind: 'existing_conversation', conversation };
    return {
      kind: 'renamed_contact',
      before: contact,
      contact: withName(contact, name, contact.version + 1),
      conversation,
    };
  }
  if (!contact) return newRecipient(phone, name);
  const namedContact = name === undefined || contact.name === name ? contact : withName(contact, name, contact.version);
  return { kind: 'new_conversation', contact: namedContact, conversation: newConversation(namedContact, 'msgapp') };
};

const newRecipient = (phone: string, name: string | undefined): SendRecipient => {
  const contact: StoredContact = { ...newContact(newId(), { name }), phone, channels: ['msgapp'] };
  const conversation = newConversation(contact, 'msgapp');
  return { kind: 'new_contact', contact: withConversation(contact, conversation), conversation };
};

const withName = (contact: StoredContact, name: string, version: number): StoredContact => ({
  ...contact,
  name,
  updated_at: isoTime(clock.now()),
  version,
});

interface MessageIdentity {
  workspaceId: string;
  id: string;
  senderType: Message['sender_type'];
  reply?: Reply | undefined;
}

export const newOutboundMessage = (
  { workspaceId, id, senderType, reply }: MessageIdentity,
  { kind, conversation }: SendRecipient,
  messageFields: FittedContent['messageFields'],
): StoredMessage => ({
  id,
  workspace_id: workspaceId,
  conversation_id: conversation.id,
  contact_id: conversation.contact_id,
  channel: conversation.channel,
  channel_message_id: null,
  direction: 'outbound',
  sender_type: reply?.sender.type === 'away' ? 'bot' : senderType,
  ...messageFields,
  status: 'sending',
  reply_to_message_id: null,
  interactive_reply_id: null,
  deleted_at: null,
  created_at: isoTime(idTimeMs(id)),
  contact_created: kind === 'new_contact',
  ...(reply && (reply.sender.type === 'away' ? { is_away: true } : { is_reply: true })),
  ...(reply?.sender.type === 'member' && { sent_by: 'agent', sent_by_member_id: reply.sender.userId }),
});
