import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { statusIndex } from '../../model/table-index.ts';
import { toStoredConversation } from '../conversations/conversations.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findCurrentItems } from '../dynamodb/read.ts';
import { toFailedKey } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { type StoredMessage, toStoredMessage } from './messages.ts';

interface MessageKey {
  id: string;
  conversationId: string;
}

export interface FailedMessage {
  message: StoredMessage;
  conversation: StoredConversation;
}

/** The newest come first. The index lags behind the table: a listed message may have arrived by now. */
export const queryFailedMessageKeys = async (workspaceId: string, page: PageRequest): Promise<Page<MessageKey>> => {
  const { items, next } = await queryPage({ index: statusIndex, pk: toFailedKey(workspaceId) }, page);
  return { items: items.map(toMessageKey), next };
};

const messagePrefix = keys.message('', '').pk;

const toMessageKey = ({ pk, sk }: Item): MessageKey => ({
  id: String(sk),
  conversationId: String(pk).slice(messagePrefix.length),
});

/** Leaves out those of an erased contact, whose conversation is gone before its messages are. */
export const findFailedMessages = async (
  workspaceId: string,
  messageKeys: readonly MessageKey[],
): Promise<FailedMessage[]> => {
  const conversationIds = [...new Set(messageKeys.map(({ conversationId }) => conversationId))];
  const items = await findCurrentItems(
    [
      ...messageKeys.map(({ id, conversationId }) => keys.message(conversationId, id)),
      ...conversationIds.map((id) => keys.conversation(workspaceId, id)),
    ],
    (item) => !isMessage(item) || item['status'] === 'failed',
  );
  const conversations = new Map(
    items.filter((item) => !isMessage(item)).map((item) => [String(item['sk']), toStoredConversation(item)]),
  );
  return items.filter(isMessage).flatMap((item) => {
    const message = toStoredMessage(item);
    const conversation = conversations.get(message.conversation_id);
    return conversation && message.status === 'failed' ? [{ message, conversation }] : [];
  });
};

const isMessage = ({ entity }: Item): boolean => entity === 'message';
