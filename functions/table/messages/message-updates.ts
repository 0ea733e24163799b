import { diffCounters } from '../../model/broadcast-counters.ts';
import type { MessageStatus } from '../../model/message.ts';
import { incrementCountersPart } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import type { StoredMessage } from './messages.ts';

/**
 * Changes a message that is as it was seen and, where it is the last of its conversation, what the conversation shows
 * of it. False when the message has been changed, or another message has become the last.
 */
export const updateMessage = async (
  expected: StoredMessage,
  fields: Partial<StoredMessage>,
  lastText: string | null | undefined,
): Promise<boolean> => {
  const { written } = await transact([
    messagePart(expected, fields),
    ...(lastText === undefined ? [] : [lastTextPart(expected, lastText)]),
  ]);
  return written;
};

/** Keeps a report of the channel, unless the status has changed since the message was read. */
export const updateMessageStatus = async (
  expected: StoredMessage,
  fields: Partial<StoredMessage> & Pick<StoredMessage, 'status'>,
): Promise<boolean> => {
  const update = {
    Key: keys.message(expected.conversation_id, expected.id),
    ConditionExpression: '#status = :expected',
    ...assign({ ...fields }, { ':expected': expected.status }),
  };
  const counterParts = broadcastCounterParts(expected, fields.status);
  const { written } =
    counterParts.length === 0 ? await updateIf(update) : await transact([{ Update: update }, ...counterParts]);
  return written;
};

/** Whoever deletes or edits changes one of these two. */
const messagePart = (expected: StoredMessage, fields: Partial<StoredMessage>): TransactionPart => {
  const update = assign(fields, {
    ':deleted': expected.deleted_at,
    ...(expected.edited_at && { ':edited': expected.edited_at }),
  });
  const isNotEdited = expected.edited_at === undefined ? 'attribute_not_exists(#edited_at)' : '#edited_at = :edited';
  return {
    Update: {
      Key: keys.message(expected.conversation_id, expected.id),
      ...update,
      ConditionExpression: `#deleted_at = :deleted AND ${isNotEdited}`,
      ExpressionAttributeNames: {
        ...update.ExpressionAttributeNames,
        '#deleted_at': 'deleted_at',
        '#edited_at': 'edited_at',
      },
    },
  };
};

const lastTextPart = (
  { workspace_id, conversation_id, created_at }: StoredMessage,
  text: string | null,
): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression: 'last_message_at = :at',
    ...assign({ last_message_text: text }, { ':at': created_at }),
  },
});

/**
 * Counts the step that a message of a broadcast takes. Whoever changes the status of a message writes this along, under
 * the condition that the status is still the one that was seen: so each step is counted once.
 */
export const broadcastCounterParts = (
  { broadcast, status }: StoredMessage,
  after: MessageStatus,
): TransactionPart[] => {
  const change = broadcast ? diffCounters(status, after) : {};
  return broadcast && Object.keys(change).length > 0 ? [incrementCountersPart(broadcast, change)] : [];
};
