import { embeddedForm } from '../../model/contact.ts';
import { newConversation } from '../../model/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { StoredContact } from '../../table/contacts/contacts.ts';
import { withConversation } from '../../table/conversations/conversations.ts';
import type { Addressee } from '../../table/messages/send-writes.ts';
import { newContact } from '../contacts/contacts.ts';
import type { SendGround } from './send-context.ts';

/** The contact and conversation that a message goes to: those that are there, or new ones. A new name replaces another. */
export const addresseeOf = (
  ground: Pick<SendGround, 'phone' | 'contact' | 'conversation'>,
  name: string | undefined,
): Addressee => {
  const { contact, conversation } = ground;
  if (conversation) {
    if (!contact || name === undefined || contact.name === name) return { kind: 'known', conversation };
    return { kind: 'renamed', before: contact, contact: renamed(contact, name, contact.version + 1), conversation };
  }
  if (!contact) return newAddressee(ground.phone, name);
  const named = name === undefined || contact.name === name ? contact : renamed(contact, name, contact.version);
  return { kind: 'new conversation', contact: named, conversation: conversationWith(named) };
};

const newAddressee = (phone: string, name: string | undefined): Addressee => {
  const contact: StoredContact = { ...newContact(newId(), { name }), phone, channels: ['msgapp'] };
  const conversation = conversationWith(contact);
  return { kind: 'new contact', contact: withConversation(contact, conversation), conversation };
};

const conversationWith = (contact: StoredContact) =>
  newConversation(newId(), 'msgapp', embeddedForm(contact), isoTime(clock.now()));

const renamed = (contact: StoredContact, name: string, version: number): StoredContact => ({
  ...contact,
  name,
  updated_at: isoTime(clock.now()),
  version,
});
