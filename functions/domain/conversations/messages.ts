import { type Message, shownMessage } from '../../model/message.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { queryMessages } from '../../table/messages/messages.ts';
import { getConversation } from './conversations.ts';

/** A page of a conversation's messages, newest first. Both are asked for at once; a stranger's messages go nowhere. */
export const listMessages = async (
  workspaceId: string,
  conversationId: string,
  page: PageRequest,
): Promise<Page<Message>> => {
  const [{ items, next }] = await Promise.all([
    queryMessages(conversationId, page),
    getConversation(workspaceId, conversationId),
  ]);
  return { items: items.map(shownMessage), next };
};
