import { keys } from './keys.ts';
import type { Item, TransactionPart } from './write.ts';

/** Spends one message of the month. It fails when the plan's messages, unless they have no limit, are all spent. */
export const spendPart = (workspaceId: string, month: string, limit: number | null): TransactionPart => ({
  Update: {
    Key: keys.usage(workspaceId, month),
    UpdateExpression: 'ADD messages_spent :one',
    ...(limit === null ? { ExpressionAttributeValues: { ':one': 1 } } : underLimit(limit)),
  },
});

/** The first message of a month has nothing to compare with: it needs only a limit that lets any message through. */
const underLimit = (limit: number) => ({
  ConditionExpression: `messages_spent < :limit${limit > 0 ? ' OR attribute_not_exists(messages_spent)' : ''}`,
  ExpressionAttributeValues: { ':one': 1, ':limit': limit },
});

/** Gives back a message that was spent in the month. */
export const giveBackPart = (workspaceId: string, month: string): TransactionPart => ({
  Update: {
    Key: keys.usage(workspaceId, month),
    UpdateExpression: 'ADD messages_spent :minusOne',
    ConditionExpression: 'messages_spent > :zero',
    ExpressionAttributeValues: { ':minusOne': -1, ':zero': 0 },
  },
});

/** How many messages the workspace has spent in the month of this item, which is missing before the first. */
export const parseUsage = (item: Item | undefined): number => Number(item?.['messages_spent'] ?? 0);
