import { newContact } from '../../functions/domain/contacts/contacts.ts';
import { type Channel, toEmbeddedContact } from '../../functions/model/contact.ts';
import { type Conversation, newConversation } from '../../functions/model/conversation.ts';
import { clock, isoTime } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/ids.ts';
import { newContactParts } from '../../functions/table/contacts/contact-writes.ts';
import type { StoredContact } from '../../functions/table/contacts/contacts.ts';
import { newConversationPart, withConversation } from '../../functions/table/conversations/conversations.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { call } from './client.ts';

interface ConversationOptions {
  channel?: Channel;
  fields?: Partial<Conversation>;
  contact?: Partial<StoredContact>;
}

/** Stores a contact with a conversation past the API, as an inbound message would. */
export const makeConversation = async (
  workspaceId: string,
  { channel = 'msgapp', fields = {}, contact = {} }: ConversationOptions = {},
): Promise<string> => {
  const person = { ...newContact(newId(), { name: 'Ana' }), channels: [channel], ...contact };
  const conversation = {
    ...newConversation(newId(), channel, toEmbeddedContact(person), isoTime(clock.now())),
    ...fields,
  };
  await transact([
    ...newContactParts(workspaceId, withConversation(person, conversation)),
    newConversationPart(workspaceId, conversation),
  ]);
  return conversation.id;
};

/** The newest conversations of the key's workspace. */
export const listConversations = async (key: string, query = ''): Promise<Conversation[]> =>
  (await call<{ data: Conversation[] }>('GET', `/conversations?limit=100&${query}`, { key })).json.data;
