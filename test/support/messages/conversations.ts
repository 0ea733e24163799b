import { newContact } from '../../../functions/domain/contacts/contacts.ts';
import { newConversation } from '../../../functions/domain/conversations/new-conversation.ts';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import { type StoredContact, withConversation } from '../../../functions/model/contacts/stored-contact.ts';
import type { Conversation, StoredConversation } from '../../../functions/model/conversations/conversation.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { newContactParts } from '../../../functions/table/contacts/contact-writes.ts';
import { newConversationPart } from '../../../functions/table/conversations/new-conversation.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { call } from '../client.ts';

interface ConversationOptions {
  channel?: Channel;
  fields?: Partial<StoredConversation>;
  contact?: Partial<StoredContact>;
}

export const makeConversation = async (
  workspaceId: string,
  { channel = 'msgapp', fields = {}, contact = {} }: ConversationOptions = {},
): Promise<string> => {
  const person = { ...newContact(newId(), { name: 'Ana' }), channels: [channel], ...contact };
  const conversation = { ...newConversation(person, channel), ...fields };
  await transact([
    ...newContactParts(workspaceId, withConversation(person, conversation)),
    newConversationPart(workspaceId, conversation),
  ]);
  return conversation.id;
};

export const listConversations = async (key: string, query = ''): Promise<Conversation[]> =>
  (await call<{ data: Conversation[] }>('GET', `/conversations?limit=100&${query}`, { key })).json.data;
