import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { statusIndex } from '../../model/table-index.ts';
import { toStoredConversation } from '../conversations/conversations.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findCurrentItems } from '../dynamodb/read.ts';
import { toFailedKey, toSentKey } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { type StoredMessage, toStoredMessage } from './messages.ts';

interface MessageKey {
  id: string;
  conversationId: string;
}

export interface ListedMessage {
  message: StoredMessage;
  conversation: StoredConversation;
}

export type MessageList = 'failed' | 'sent';

/** The newest come first. The index lags behind the table: a message may have changed its list by now. */
export const queryMessageKeys = async (
  workspaceId: string,
  list: MessageList,
  page: PageRequest,
): Promise<Page<MessageKey>> => {
  const pk = list === 'failed' ? toFailedKey(workspaceId) : toSentKey(workspaceId);
  const { items, next } = await queryPage({ index: statusIndex, pk }, page);
  return { items: items.map(toMessageKey), next };
};

const messagePrefix = keys.message('', '').pk;

const toMessageKey = ({ pk, sk }: Item): MessageKey => ({
  id: String(sk),
  conversationId: String(pk).slice(messagePrefix.length),
});

/** Leaves out those of an erased contact, whose conversation is gone before its messages are. */
export const findListedMessages = async (
  workspaceId: string,
  list: MessageList,
  messageKeys: readonly MessageKey[],
): Promise<ListedMessage[]> => {
  const isListed = ({ status }: Item): boolean => (status === 'failed') === (list === 'failed');
  const conversationIds = [...new Set(messageKeys.map(({ conversationId }) => conversationId))];
  const items = await findCurrentItems(
    [
      ...messageKeys.map(({ id, conversationId }) => keys.message(conversationId, id)),
      ...conversationIds.map((id) => keys.conversation(workspaceId, id)),
    ],
    (item) => !isMessage(item) || isListed(item),
  );
  const conversations = new Map(
    items.filter((item) => !isMessage(item)).map((item) => [String(item['sk']), toStoredConversation(item)]),
  );
  return items
    .filter((item) => isMessage(item) && isListed(item))
    .flatMap((item) => {
      const message = toStoredMessage(item);
      const conversation = conversations.get(message.conversation_id);
      return conversation ? [{ message, conversation }] : [];
    });
};

const isMessage = ({ entity }: Item): boolean => entity === 'message';
