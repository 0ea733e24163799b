import { toEmbeddedContact } from '../../model/contact.ts';
import { newConversation } from '../../model/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { StoredContact } from '../../table/contacts/contacts.ts';
import { withConversation } from '../../table/conversations/conversations.ts';
import type { SendRecipient } from '../../table/messages/send-writes.ts';
import { newContact } from '../contacts/contacts.ts';
import type { SendContext } from './send-context.ts';

/** The contact and conversation that a message goes to: those that are there, or new ones. A new name replaces another. */
export const resolveRecipient = (
  context: Pick<SendContext, 'phone' | 'contact' | 'conversation'>,
  name: string | undefined,
): SendRecipient => {
  const { contact, conversation } = context;
  if (conversation) {
    if (!contact || name === undefined || contact.name === name) return { kind: 'existing_conversation', conversation };
    return {
      kind: 'renamed_contact',
      before: contact,
      contact: withName(contact, name, contact.version + 1),
      conversation,
    };
  }
  if (!contact) return newRecipient(context.phone, name);
  const namedContact = name === undefined || contact.name === name ? contact : withName(contact, name, contact.version);
  return { kind: 'new_conversation', contact: namedContact, conversation: newMsgappConversation(namedContact) };
};

const newRecipient = (phone: string, name: string | undefined): SendRecipient => {
  const contact: StoredContact = { ...newContact(newId(), { name }), phone, channels: ['msgapp'] };
  const conversation = newMsgappConversation(contact);
  return { kind: 'new_contact', contact: withConversation(contact, conversation), conversation };
};

const newMsgappConversation = (contact: StoredContact) =>
  newConversation(newId(), 'msgapp', toEmbeddedContact(contact), isoTime(clock.now()));

const withName = (contact: StoredContact, name: string, version: number): StoredContact => ({
  ...contact,
  name,
  updated_at: isoTime(clock.now()),
  version,
});
