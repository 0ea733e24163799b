import type { MessageError } from '../../model/messages/error.ts';
import type { MessageContent } from '../../model/messages/message.ts';
import type { QuotaDay } from '../../model/workspaces/usage.ts';
import { statusCounterParts } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { consumeQuotaPart, refundQuotaPart } from '../workspaces/message-quota.ts';
import type { StoredMessage } from './messages.ts';

export type AcceptedMessage = StoredMessage & { channel_message_id: string };

/** Takes back the failure and the refund of a message that no longer counts as failed. False if it has changed. */
export const updateAcceptedMessage = async (expected: StoredMessage, after: AcceptedMessage): Promise<boolean> => {
  const isCorrected = expected.status === 'failed' && after.status !== 'failed';
  const fields = { status: after.status, channel_message_id: after.channel_message_id };
  return updateWith(isCorrected ? withoutError(statusUpdate(expected, fields)) : statusUpdate(expected, fields), [
    ...statusCounterParts(expected, after.status),
    ...(isCorrected ? consumeRefundParts(expected) : []),
  ]);
};

/** Without a limit: the message was sent, even if others have used up the quota since. */
const consumeRefundParts = (message: StoredMessage): TransactionPart[] => {
  const quotaDay = toQuotaDay(message);
  return quotaDay ? [consumeQuotaPart(message.workspace_id, quotaDay, null, 1)] : [];
};

export const updateFailedMessage = (expected: StoredMessage, error: MessageError): Promise<boolean> => {
  const quotaDay = toQuotaDay(expected);
  return updateWith(statusUpdate(expected, { status: 'failed', error }), [
    ...statusCounterParts(expected, 'failed'),
    ...(quotaDay ? [refundQuotaPart(expected.workspace_id, quotaDay, 1)] : []),
  ]);
};

/** Before the channel is called with other content than it has refused. False if the message is no longer `sending`. */
export const updateRefusedContent = (expected: StoredMessage, content: MessageContent): Promise<boolean> =>
  updateWith(statusUpdate(expected, { ...content, status: expected.status }), []);

/** Undefined for a message of a broadcast, whose chunk is counted, and for a fallback of a message that was counted. */
export const toQuotaDay = ({ quota_month: month, quota_day: day }: StoredMessage): QuotaDay | undefined =>
  month === undefined ? undefined : { month, ...(day === undefined ? {} : { day }) };

const statusUpdate = (expected: StoredMessage, fields: Partial<StoredMessage>) => ({
  Key: keys.message(expected.conversation_id, expected.id),
  ConditionExpression: '#status = :expected',
  ...assign(fields, { ':expected': expected.status }),
});

const withoutError = (update: ReturnType<typeof statusUpdate>) => ({
  ...update,
  UpdateExpression: `${update.UpdateExpression} REMOVE #error`,
  ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#error': 'error' },
});
