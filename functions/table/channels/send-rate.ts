import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/**
 * Reserves the next free slot on a channel account and returns its start in epoch ms. All senders of the account share
 * the item, so together they keep its rate. Unused slots do not accumulate.
 */
export const reserveSlot = (channel: string, accountId: string, lengthMs: number, nowMs: number): Promise<number> =>
  retryOnConflict(async () => {
    const Key = keys.sendRate(channel, accountId);
    const queued = await updateIf({
      Key,
      UpdateExpression: 'SET free_at_ms = free_at_ms + :length',
      ConditionExpression: 'free_at_ms >= :now',
      ExpressionAttributeValues: { ':length': lengthMs, ':now': nowMs },
    });
    if (queued.written) return Number(queued.item['free_at_ms']) - lengthMs;
    const first = await updateIf({
      Key,
      UpdateExpression: 'SET free_at_ms = :end',
      ConditionExpression: 'attribute_not_exists(free_at_ms) OR free_at_ms < :now',
      ExpressionAttributeValues: { ':end': nowMs + lengthMs, ':now': nowMs },
    });
    return first.written ? nowMs : 'conflict';
  });

export const blockUntil = async (channel: string, accountId: string, timeMs: number): Promise<void> => {
  await updateIf({
    Key: keys.sendRate(channel, accountId),
    UpdateExpression: 'SET free_at_ms = :time',
    ConditionExpression: 'attribute_not_exists(free_at_ms) OR free_at_ms < :time',
    ExpressionAttributeValues: { ':time': timeMs },
  });
};
