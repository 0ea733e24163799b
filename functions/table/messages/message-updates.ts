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
export const changeMessage = async (
  seen: StoredMessage,
  fields: Partial<StoredMessage>,
  lastText: string | null | undefined,
): Promise<boolean> => {
  const { written } = await transact([
    messagePart(seen, fields),
    ...(lastText === undefined ? [] : [lastTextPart(seen, lastText)]),
  ]);
  return written;
};

/** Keeps a report of the channel, unless the status has changed since the message was read. */
export const updateReported = async (
  seen: StoredMessage,
  fields: Partial<StoredMessage> & Pick<StoredMessage, 'status'>,
): Promise<boolean> => {
  const update = {
    Key: keys.message(seen.conversation_id, seen.id),
    ConditionExpression: '#status = :seen',
    ...assign({ ...fields }, { ':seen': seen.status }),
  };
  const tallies = tallyParts(seen, fields.status);
  const { written } = tallies.length === 0 ? await updateIf(update) : await transact([{ Update: update }, ...tallies]);
  return written;
};

/** Whoever deletes or edits changes one of these two. */
const messagePart = (seen: StoredMessage, fields: Partial<StoredMessage>): TransactionPart => {
  const update = assign(fields, { ':deleted': seen.deleted_at, ...(seen.edited_at && { ':edited': seen.edited_at }) });
  const isNotEdited = seen.edited_at === undefined ? 'attribute_not_exists(#edited_at)' : '#edited_at = :edited';
  return {
    Update: {
      Key: keys.message(seen.conversation_id, seen.id),
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
export const tallyParts = ({ broadcast, status }: StoredMessage, after: MessageStatus): TransactionPart[] => {
  const change = broadcast ? diffCounters(status, after) : {};
  return broadcast && Object.keys(change).length > 0 ? [incrementCountersPart(broadcast, change)] : [];
};
