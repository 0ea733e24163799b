import type { Item } from '../dynamodb/item.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Fails if fewer messages are left; a limit of null never fails. */
export const consumeQuotaPart = (
  workspaceId: string,
  month: string,
  limit: number | null,
  messages: number,
): TransactionPart => ({
  Update: {
    Key: keys.monthlyUsage(workspaceId, month),
    UpdateExpression: 'ADD messages_used :messages',
    ...(limit === null ? { ExpressionAttributeValues: { ':messages': messages } } : withinLimit(limit, messages)),
  },
});

/** The item does not exist before the first message of the month. */
const withinLimit = (limit: number, messages: number) => ({
  ConditionExpression: `messages_used <= :room${limit >= messages ? ' OR attribute_not_exists(messages_used)' : ''}`,
  ExpressionAttributeValues: { ':messages': messages, ':room': limit - messages },
});

export const refundQuotaPart = (workspaceId: string, month: string, messages: number): TransactionPart => ({
  Update: {
    Key: keys.monthlyUsage(workspaceId, month),
    UpdateExpression: 'ADD messages_used :refund',
    ConditionExpression: 'messages_used >= :messages',
    ExpressionAttributeValues: { ':refund': -messages, ':messages': messages },
  },
});

export const toMessagesUsed = (item: Item | undefined): number => Number(item?.['messages_used'] ?? 0);
