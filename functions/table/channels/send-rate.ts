import { untilWon } from '../../platform/retry-on-conflict.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/**
 * Takes the next free stretch of time, of this length, on a channel's number, and returns when it begins. Whoever sends
 * from the number asks here, so that all together keep its pace. Nothing is saved up while nobody sends.
 */
export const takeSlot = (channel: string, accountId: string, lengthMs: number, nowMs: number): Promise<number> =>
  untilWon(async () => {
    const Key = keys.pace(channel, accountId);
    const queued = await updateIf({
      Key,
      UpdateExpression: 'SET free_at = free_at + :length',
      ConditionExpression: 'free_at >= :now',
      ExpressionAttributeValues: { ':length': lengthMs, ':now': nowMs },
    });
    if (queued.written) return Number(queued.item['free_at']) - lengthMs;
    const first = await updateIf({
      Key,
      UpdateExpression: 'SET free_at = :end',
      ConditionExpression: 'attribute_not_exists(free_at) OR free_at < :now',
      ExpressionAttributeValues: { ':end': nowMs + lengthMs, ':now': nowMs },
    });
    return first.written ? nowMs : undefined;
  });

/** Nobody sends from the number before this time. */
export const pauseUntil = async (channel: string, accountId: string, timeMs: number): Promise<void> => {
  await updateIf({
    Key: keys.pace(channel, accountId),
    UpdateExpression: 'SET free_at = :time',
    ConditionExpression: 'attribute_not_exists(free_at) OR free_at < :time',
    ExpressionAttributeValues: { ':time': timeMs },
  });
};
