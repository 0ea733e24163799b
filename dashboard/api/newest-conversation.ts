import { call, type Output } from './call.ts';

type Conversation = Output<'listContactConversations'>['data'][number];

/** The conversation in which the contact wrote or was written to last. Undefined for a contact without any. */
export const findNewestConversation = async (
  workspaceId: string,
  contactId: string,
): Promise<Conversation | undefined> => {
  const { data } = await call('listContactConversations', { workspace_id: workspaceId, id: contactId });
  return data.toSorted((one, other) => (other.last_message_at ?? '').localeCompare(one.last_message_at ?? ''))[0];
};
