import { type StoredConversation, snoozeAfterReply } from '../../model/conversations/conversation.ts';
import { toMark } from '../../model/conversations/tracked.ts';
import type { MessageError } from '../../model/messages/error.ts';
import { toLastMessage } from '../../model/messages/last-message.ts';
import type { MessageContent } from '../../model/messages/message.ts';
import type { QuotaDay } from '../../model/workspaces/usage.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { toStoredConversation } from '../conversations/conversations.ts';
import { toInboxFields, unchangedTeam } from '../conversations/inbox-fields.ts';
import { snoozeCondition } from '../conversations/snoozes.ts';
import { toTrackedFields, trackedChanges, trackedNames } from '../conversations/tracked-fields.ts';
import { statusCounterParts } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, updateIf, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { consumeQuotaPart, refundQuotaPart } from '../workspaces/message-quota.ts';
import { type StoredMessage, toListKey } from './messages.ts';

export type AcceptedMessage = StoredMessage & { channel_message_id: string };

type StatusFields = Partial<StoredMessage> & Pick<StoredMessage, 'status'>;

/** Stores what a receipt says. The event that follows from it names the request of the receipt. */
export const updateReportedMessage = (expected: StoredMessage, fields: StatusFields): Promise<boolean> =>
  updateStatus(expected, { ...requestIdField(), ...fields });

/** A message that no longer counts as failed loses its error, and its refund is charged again, even past the limit. */
export const updateAcceptedMessage = (expected: StoredMessage, after: AcceptedMessage): Promise<boolean> => {
  const { status, channel_message_id } = after;
  if (expected.status !== 'failed' || status === 'failed')
    return updateStatus(expected, { status, channel_message_id });
  const quotaDay = toQuotaDay(expected);
  const parts = quotaDay ? [consumeQuotaPart(expected.workspace_id, quotaDay, null, 1)] : [];
  return updateStatus(expected, { status, channel_message_id }, parts, ['error']);
};

export const updateFailedMessage = (expected: StoredMessage, error: MessageError): Promise<boolean> => {
  const quotaDay = toQuotaDay(expected);
  const parts = quotaDay ? [refundQuotaPart(expected.workspace_id, quotaDay, 1)] : [];
  return updateStatus(expected, { status: 'failed', error }, parts);
};

/**
 * Stores other content than the channel has refused, before it is called again. False if the message is not `sending`.
 */
export const updateRefusedContent = (expected: StoredMessage, content: MessageContent): Promise<boolean> =>
  updateStatus(expected, { ...content, status: expected.status });

/** Undefined for a message of a broadcast, whose chunk is counted, and for a fallback of a message that was counted. */
export const toQuotaDay = ({
  quota_month: month,
  quota_day: day,
  channel,
  sent_by,
}: StoredMessage): QuotaDay | undefined => {
  if (month === undefined || day === undefined) return undefined;
  return { month, day, ...(channel === 'web' ? {} : { source: `${channel}_${sent_by ?? 'api'}` }) };
};

/**
 * False if the status is no longer the expected one. The counters of a broadcast change in the same transaction. The index
 * lists what failed, and what was sent one by one: a message is written to it when it leaves `sending`, or fails later.
 */
const updateStatus = (
  expected: StoredMessage,
  fields: StatusFields,
  parts: readonly TransactionPart[] = [],
  cleared: readonly string[] = [],
): Promise<boolean> => {
  const [before, after] = [toListKey(expected), toListKey({ ...expected, ...fields })];
  const listing = after && after !== before ? { status_key: after } : {};
  const update = assign({ ...fields, ...listing }, { ':expected': expected.status });
  const removed = before && !after ? [...cleared, 'status_key'] : cleared;
  return updateWith(
    {
      Key: keys.message(expected.conversation_id, expected.id),
      ConditionExpression: '#status = :expected',
      ...update,
      ...(removed.length > 0 && {
        UpdateExpression: `${update.UpdateExpression} REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
        ExpressionAttributeNames: {
          ...update.ExpressionAttributeNames,
          ...Object.fromEntries(removed.map((name) => [`#${name}`, name])),
        },
      }),
    },
    [...statusCounterParts(expected, fields), ...parts],
  );
};

/**
 * Makes an accepted message the last one, once; a reply also ends the wait. Returns the conversation if it has this
 * message or a newer one as its last already, or if a reply finds another status, snooze or team than those of `place`, on
 * which its place in the inbox depends; and nothing if its contact was erased meanwhile.
 */
export const updateLastMessage = async (
  message: StoredMessage,
  place: Pick<StoredConversation, 'status' | 'snooze' | 'team_id'> = { status: 'open' },
): Promise<StoredConversation | undefined> => {
  const { workspace_id, conversation_id, id, content_text, created_at, broadcast, is_reply } = message;
  const updated_at = isoTime(clock.now());
  const { status, team_id } = place;
  const snooze = snoozeAfterReply(place, created_at);
  // Programs stop no clock of the reports.
  const isAnswer = is_reply && message.sent_by_member_id !== undefined;
  const [expectedSnooze, team] = [snoozeCondition(place), unchangedTeam(place)];
  const removed = [
    ...(is_reply ? ['waiting_since', 'waited_since'] : []),
    ...(isAnswer ? [trackedNames.asked_ms] : []),
    ...(is_reply && place.snooze && !snooze ? ['snooze'] : []),
    ...(message.sent_by ? ['unseen'] : []),
  ];
  const update = assign(
    {
      last_message_text: content_text,
      last_message_at: created_at,
      last_message_id: id,
      last_message: toLastMessage({ ...message, status: 'sent' }),
      unread_count: 0,
      updated_at,
      ...(isAnswer && toTrackedFields({ answered: toMark(Date.parse(created_at)) })),
      ...(broadcast ? { awaiting_reply: { ...broadcast, at: Date.parse(created_at) } } : {}),
      ...(is_reply &&
        toInboxFields(workspace_id, { id: conversation_id, status, team_id, ...(snooze && { snooze }) }, updated_at)),
    },
    { ':null': 'NULL', ...(is_reply && { ':status': status, ...expectedSnooze.values, ...team.values }) },
  );
  const { written, item } = await updateIf({
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_type(#last_message_at, :null) OR #last_message_at <= :last_message_at) ' +
      'AND (attribute_not_exists(#last_message_id) OR #last_message_id < :last_message_id)' +
      (is_reply ? ` AND #status = :status AND ${expectedSnooze.condition} AND ${team.condition}` : ''),
    ...update,
    ...(removed.length > 0 && { UpdateExpression: `${update.UpdateExpression} REMOVE ${removed.join(', ')}` }),
    ...(is_reply && { ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' } }),
  });
  return written || !item ? undefined : toStoredConversation(item);
};

/**
 * The list shows whether the newest message failed, be it accepted or not. Idempotent. It is no part of the write of the
 * status: most conversations have a newer message by then, and a transaction would cost twice as much.
 */
export const updateListedStatus = async (message: StoredMessage): Promise<void> => {
  const { workspace_id, conversation_id, id, status, broadcast, is_away } = message;
  // An away message is never in the list.
  if (is_away) return;
  // Failures of a broadcast come by the thousand: they do not move a row, which shows them when it is read next.
  const noted = broadcast ? {} : { noted: `${status} ${id.slice(-12)}` };
  await updateIf({
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(last_message_id) OR last_message_id <= :id)',
    ...assign({ last_message: toLastMessage(message), ...noted }, { ':id': id }),
  });
};

/** Writes what a message that is not the last one leaves open. False if the conversation changed since `before`. */
export const updateUnanswered = async (
  workspaceId: string,
  before: StoredConversation,
  after: StoredConversation,
): Promise<boolean> => {
  const { id, unread_count, waiting_since, snooze } = after;
  const isWaitChanged =
    waiting_since !== before.waiting_since || snooze !== before.snooze || after.asked_ms !== before.asked_ms;
  const tracked = trackedChanges(before, after);
  const [expectedSnooze, team] = [snoozeCondition(before), unchangedTeam(before)];
  const removed = [
    ...(waiting_since ? [] : ['#waiting_since']),
    ...(snooze || !before.snooze ? [] : ['snooze']),
    ...tracked.removed,
  ];
  const update = assign(
    {
      unread_count,
      ...tracked.fields,
      ...(isWaitChanged && { ...(waiting_since && { waiting_since }), ...inboxFields(workspaceId, after) }),
    },
    {
      ':expected': before.unread_count,
      ':at': before.last_message_at,
      ...(isWaitChanged && {
        ...(before.waiting_since && { ':before': before.waiting_since }),
        ':status': before.status,
        ...expectedSnooze.values,
        ...team.values,
      }),
    },
  );
  const { written } = await updateIf({
    Key: keys.conversation(workspaceId, id),
    ...update,
    ConditionExpression: '#unread_count = :expected AND last_message_at = :at',
    ...(isWaitChanged && {
      UpdateExpression: `${update.UpdateExpression}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ConditionExpression:
        '#unread_count = :expected AND last_message_at = :at AND #status = :status AND ' +
        `${before.waiting_since ? '#waiting_since = :before' : 'attribute_not_exists(#waiting_since)'} AND ` +
        `${expectedSnooze.condition} AND ${team.condition}`,
      ExpressionAttributeNames: {
        ...update.ExpressionAttributeNames,
        '#waiting_since': 'waiting_since',
        '#status': 'status',
      },
    }),
  });
  return written;
};

const inboxFields = (workspaceId: string, conversation: StoredConversation) =>
  toInboxFields(workspaceId, conversation, isoTime(clock.now()));
