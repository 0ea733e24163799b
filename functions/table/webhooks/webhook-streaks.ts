import { failuresMax } from '../../model/delivery.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import type { StoredWebhook } from './webhooks.ts';

/**
 * One more event that the endpoint did not take; the last one of a streak switches it off. It fails when the endpoint
 * has been switched off, or its failures cleared, or others have counted on to the last one, since it was read.
 */
export const failurePart = (workspaceId: string, { id, epoch, failure_count }: StoredWebhook): TransactionPart => {
  const last = failuresMax - 1;
  const isLast = failure_count >= last;
  return {
    Update: {
      Key: keys.webhook(workspaceId, id),
      ConditionExpression: `is_active = :on AND epoch = :epoch AND failure_count ${isLast ? '=' : '<'} :last`,
      UpdateExpression: `SET failure_count = failure_count + :one${isLast ? ', is_active = :off' : ''}`,
      ExpressionAttributeValues: {
        ':on': true,
        ':epoch': epoch,
        ':last': last,
        ':one': 1,
        ...(isLast ? { ':off': false } : {}),
      },
    },
  };
};

/** The endpoint has taken an event. One that was switched off meanwhile stays as it is. */
export const updateTaken = async (workspaceId: string, webhookId: string, at: string): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'is_active = :on',
    ...assign({ last_delivery_at: at, failure_count: 0 }, { ':on': true }),
  });
};
