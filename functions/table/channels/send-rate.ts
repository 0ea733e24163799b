import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/**
 * Takes the next free stretch of time, of this length, on a channel's number, and returns when it begins. Whoever sends
 * from the number asks here, so that all together keep its pace. Nothing is saved up while nobody sends.
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

/** Nobody sends from the number before this time. */
export const blockUntil = async (channel: string, accountId: string, timeMs: number): Promise<void> => {
  await updateIf({
    Key: keys.sendRate(channel, accountId),
    UpdateExpression: 'SET free_at_ms = :time',
    ConditionExpression: 'attribute_not_exists(free_at_ms) OR free_at_ms < :time',
    ExpressionAttributeValues: { ':time': timeMs },
  });
};
