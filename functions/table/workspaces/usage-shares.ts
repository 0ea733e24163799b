import { noticedPercents } from '../../model/mail/mail.ts';
import type { QuotaDay } from '../../model/workspaces/usage.ts';
import { env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { withChangeBit } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { addToDay, consumeQuotaPart, toMessagesUsed } from './message-quota.ts';

/**
 * One item takes about 100 sends a second, because concurrent transactions on it conflict. A busy workspace therefore
 * sends from 16 shares: items that hold messages which the month's item already counts as used. So no number of sends
 * exceeds the limit. Near it, the shares are closed: each gives back what it has left, and the month's item decides alone,
 * exactly. They open again only for another limit.
 */
export const shareCount = 16;
export const shareSize = 250;
const sharedFrom = 1_000;
const sharedRoom = 2 * shareCount * shareSize;

/** While shares are being closed, sends go on with the month's item if it has more room than any of them takes. */
const ownRoom = 100;

export interface MonthUsage {
  /** With shares, it includes what they have left. */
  messagesUsed: number;
  shares?: { id: string; isNew: boolean };
  /** Shares that are being closed have something left: a refusal of the month's item is not final. */
  isClosing?: boolean;
}

const toRoom = (item: Item | undefined, limit: number | null): number =>
  limit === null ? Number.POSITIVE_INFINITY : limit - toMessagesUsed(item);

interface UsageRequest {
  workspaceId: string;
  month: string;
  limit: number | null;
}

/** How to count the next message. Closes the shares if little is left. */
export const settleUsage = async (request: UsageRequest, item: Item | undefined): Promise<MonthUsage> => {
  const { limit } = request;
  const messagesUsed = toMessagesUsed(item);
  const room = toRoom(item, limit);
  const id = item?.['shares'] as string | undefined;
  if (item && limit !== null && env.sendsMail()) await notePlan(request, item, limit);
  if (id === undefined) {
    const mayShare = messagesUsed >= sharedFrom && room >= sharedRoom && item?.['unshared_for'] !== limit;
    return { messagesUsed, ...(mayShare ? { shares: { id: newId(), isNew: true } } : {}) };
  }
  const isClosing = item?.['is_closing'] === true;
  if (!isClosing && room >= sharedRoom) return { messagesUsed, shares: { id, isNew: false } };
  if (isClosing || !(await startClosing(request, id))) {
    if (room >= ownRoom && room < sharedRoom) return { messagesUsed, isClosing: true };
  }
  await closeShares(request, id);
  return settleUsage(request, await findItem(keys.monthlyUsage(request.workspaceId, request.month)));
};

/** Written once for each percentage and limit, before the message that reaches it. What shares have left is not used. */
const notePlan = async ({ workspaceId, month }: UsageRequest, item: Item, limit: number): Promise<void> => {
  const used = toMessagesUsed(item) + 1 - (item['shares'] === undefined ? 0 : shareCount * shareSize);
  const percent = noticedPercents.find((each) => limit > 0 && used >= (limit * each) / 100);
  const noticed = Object(item['plan_notice']);
  if (percent === undefined || (noticed.limit === limit && noticed.percent >= percent)) return;
  await updateIf({
    Key: keys.monthlyUsage(workspaceId, month),
    ConditionExpression:
      'attribute_not_exists(plan_notice) OR plan_notice.#limit <> :limit OR plan_notice.#percent < :percent',
    ...withChangeBit({
      UpdateExpression: 'SET plan_notice = :notice',
      ExpressionAttributeNames: { '#limit': 'limit', '#percent': 'percent' },
      ExpressionAttributeValues: { ':notice': { percent, limit }, ':limit': limit, ':percent': percent },
    }),
  });
};

/** Shares are not refilled afterward. True for the one who begins; others help once the month's item runs out. */
const startClosing = async ({ workspaceId, month }: UsageRequest, id: string): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.monthlyUsage(workspaceId, month),
    UpdateExpression: 'SET is_closing = :true',
    ConditionExpression: 'shares = :id AND attribute_not_exists(is_closing)',
    ExpressionAttributeValues: { ':id': id, ':true': true },
  });
  return written;
};

const closeShares = async (request: UsageRequest, id: string): Promise<void> => {
  for (;;) {
    const open = (await findShares(request.workspaceId, request.month)).filter(({ shares }) => shares === id);
    if (open.length === 0) break;
    for (const share of open) await closeShare(request, id, share);
  }
  await updateIf({
    Key: keys.monthlyUsage(request.workspaceId, request.month),
    UpdateExpression: 'SET unshared_for = :limit REMOVE shares, is_closing',
    ConditionExpression: 'shares = :id AND is_closing = :true',
    ExpressionAttributeValues: { ':id': id, ':true': true, ':limit': request.limit ?? 0 },
  });
};

/** Fails, to be repeated, if a message took from it meanwhile. */
const closeShare = async ({ workspaceId, month }: UsageRequest, id: string, share: Item): Promise<void> => {
  const left = Number(share['messages_left']);
  await transact([
    {
      Update: {
        Key: { pk: share['pk'], sk: share['sk'] },
        UpdateExpression: 'SET messages_left = :zero REMOVE shares',
        ConditionExpression: 'shares = :id AND messages_left = :left',
        ExpressionAttributeValues: { ':id': id, ':left': left, ':zero': 0 },
      },
    },
    {
      Update: {
        Key: keys.monthlyUsage(workspaceId, month),
        UpdateExpression: 'ADD messages_used :returned',
        ConditionExpression: 'shares = :id',
        ExpressionAttributeValues: { ':id': id, ':returned': -left },
      },
    },
  ]);
};

const findShares = (workspaceId: string, month: string): Promise<Item[]> =>
  findItems(Array.from({ length: shareCount }, (_, share) => keys.usageShare(workspaceId, month, share)));

/** The messages that were counted, for those who only show the number. */
export const countMessagesUsed = async (
  workspaceId: string,
  month: string,
  item: Item | undefined,
): Promise<number> => {
  if (item?.['shares'] === undefined) return toMessagesUsed(item);
  const shares = await findShares(workspaceId, month);
  return shares.reduce((used, share) => used - Number(share['messages_left']), toMessagesUsed(item));
};

interface Consumption {
  workspaceId: string;
  quotaDay: QuotaDay;
  limit: number | null;
  shares: MonthUsage['shares'];
  /** The id decides on the share. */
  messageId: string;
}

/** The ways to count one message, to be tried in order. If the last one of a share fails, read the usage again. */
export const listConsumptions = (consumption: Consumption): TransactionPart[][] => {
  const { workspaceId, quotaDay, limit, shares } = consumption;
  if (!shares) return [[consumeQuotaPart(workspaceId, quotaDay, limit, 1)]];
  return [...(shares.isNew ? [] : [[takePart(consumption, shares.id)]]), refillParts(consumption, shares)];
};

const toKey = ({ workspaceId, quotaDay, messageId }: Consumption) =>
  keys.usageShare(workspaceId, quotaDay.month, Number.parseInt(messageId.slice(-1), 16) % shareCount);

const takePart = (consumption: Consumption, id: string): TransactionPart => ({
  Update: {
    Key: toKey(consumption),
    UpdateExpression: `${addToDay(consumption.quotaDay, ':one')}, messages_left :minusOne`,
    ConditionExpression: 'shares = :id AND messages_left >= :one',
    ExpressionAttributeValues: { ':id': id, ':one': 1, ':minusOne': -1 },
  },
});

const refillParts = (consumption: Consumption, { id, isNew }: NonNullable<MonthUsage['shares']>): TransactionPart[] => {
  const { workspaceId, quotaDay, limit } = consumption;
  const isOpen = isNew
    ? 'attribute_not_exists(shares) AND (attribute_not_exists(unshared_for) OR unshared_for <> :limit)'
    : 'shares = :id AND attribute_not_exists(is_closing)';
  return [
    {
      Update: {
        Key: keys.monthlyUsage(workspaceId, quotaDay.month),
        UpdateExpression: 'SET shares = :id ADD messages_used :size',
        ConditionExpression: `${isOpen}${limit === null ? '' : ' AND messages_used <= :room'}`,
        ExpressionAttributeValues: {
          ':id': id,
          ':size': shareSize,
          ...(isNew ? { ':limit': limit ?? -1 } : {}),
          ...(limit === null ? {} : { ':room': limit - sharedRoom }),
        },
      },
    },
    {
      Update: {
        Key: toKey(consumption),
        UpdateExpression: `SET shares = :id ${addToDay(quotaDay, ':one')}, messages_left :rest`,
        ConditionExpression: 'attribute_not_exists(shares) OR (shares = :id AND messages_left < :one)',
        ExpressionAttributeValues: { ':id': id, ':one': 1, ':rest': shareSize - 1 },
      },
    },
  ];
};
