import { notFound } from '../../model/api-error.ts';
import { type Conversation, shownConversation } from '../../model/conversation.ts';
import { findConversation } from '../../table/conversations/conversations.ts';

export const getConversation = async (workspaceId: string, conversationId: string): Promise<Conversation> => {
  const conversation = await findConversation(workspaceId, conversationId);
  if (!conversation) throw notFound('conversation');
  return shownConversation(conversation);
};
