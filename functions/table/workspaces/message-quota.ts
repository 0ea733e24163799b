import type { Item } from '../dynamodb/item.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Spends messages of the month. It fails when the plan, unless it has no limit, has fewer of them left. */
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

/** The first message of a month has nothing to compare with: it needs only a limit that lets as many through. */
const withinLimit = (limit: number, messages: number) => ({
  ConditionExpression: `messages_used <= :room${limit >= messages ? ' OR attribute_not_exists(messages_used)' : ''}`,
  ExpressionAttributeValues: { ':messages': messages, ':room': limit - messages },
});

/** Gives back messages that were spent in the month. */
export const refundQuotaPart = (workspaceId: string, month: string, messages: number): TransactionPart => ({
  Update: {
    Key: keys.monthlyUsage(workspaceId, month),
    UpdateExpression: 'ADD messages_used :back',
    ConditionExpression: 'messages_used >= :messages',
    ExpressionAttributeValues: { ':back': -messages, ':messages': messages },
  },
});

/** How many messages the workspace has spent in the month of this item, which is missing before the first. */
export const toMessagesUsed = (item: Item | undefined): number => Number(item?.['messages_used'] ?? 0);
