import { type QuotaDay, type UsageSource, usageSources } from '../../model/workspaces/usage.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryBetween } from '../dynamodb/query.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Fails if fewer messages are left; a limit of null never fails. */
export const consumeQuotaPart = (
  workspaceId: string,
  quotaDay: QuotaDay,
  limit: number | null,
  messages: number,
): TransactionPart => ({
  Update: {
    Key: keys.monthlyUsage(workspaceId, quotaDay.month),
    UpdateExpression: `${addToDay(quotaDay, ':messages')}, messages_used :messages`,
    ...(limit === null ? { ExpressionAttributeValues: { ':messages': messages } } : withinLimit(limit, messages)),
  },
});

/** The item does not exist before the first message of the month. */
const withinLimit = (limit: number, messages: number) => ({
  ConditionExpression: `messages_used <= :room${limit >= messages ? ' OR attribute_not_exists(messages_used)' : ''}`,
  ExpressionAttributeValues: { ':messages': messages, ':room': limit - messages },
});

/** Refunds on the day on which the messages were counted, so the day shows what was sent on it. */
export const refundQuotaPart = (workspaceId: string, quotaDay: QuotaDay, messages: number): TransactionPart => ({
  Update: {
    Key: keys.monthlyUsage(workspaceId, quotaDay.month),
    UpdateExpression: `${addToDay(quotaDay, ':refund')}, messages_used :refund`,
    ConditionExpression: 'messages_used >= :messages',
    ExpressionAttributeValues: { ':refund': -messages, ':messages': messages },
  },
});

export const addToDay = ({ day, source }: QuotaDay, value: string): string =>
  `ADD ${dayName(day)} ${value}${source ? `, from_${source} ${value}` : ''}`;

const dayName = (day: string): string => `day_${day}`;

export const toMessagesUsed = (item: Item | undefined): number => Number(item?.['messages_used'] ?? 0);

export interface StoredUsage {
  month: string;
  messagesUsed: number;
  /** 31 numbers, whichever month it is. */
  days: number[];
  sources: Record<UsageSource, number>;
}

export const queryUsage = async (workspaceId: string, from: string, to: string): Promise<StoredUsage[]> => {
  const { pk, sk: first } = keys.monthlyUsage(workspaceId, from);
  const items = await queryBetween(pk, first, `${keys.monthlyUsage(workspaceId, to).sk}#~`);
  return [...Map.groupBy(items, toMonth)].map(([month, rows]) => toStoredUsage(month, rows));
};

/** A month has one row, and one for each share of a busy workspace. */
const toMonth = ({ sk }: Item): string => String(sk).split('#')[1] ?? '';

const dayNames = Array.from({ length: 31 }, (_, index) => dayName(String(index + 1).padStart(2, '0')));

const toStoredUsage = (month: string, rows: readonly Item[]): StoredUsage => {
  const sum = (name: string): number => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  const sources = Object.fromEntries(usageSources.map((source) => [source, sum(`from_${source}`)]));
  return {
    month,
    messagesUsed: sum('messages_used') - sum('messages_left'),
    days: dayNames.map(sum),
    sources: sources as StoredUsage['sources'],
  };
};
