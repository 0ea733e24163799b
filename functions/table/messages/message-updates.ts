import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { statusCounterParts } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import type { StoredMessage } from './messages.ts';

/**
 * Edits or deletes a message. `lastText` also updates the preview of a conversation whose last message it is. False if
 * the message was edited or deleted meanwhile, or if the conversation has a newer message.
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

export const updateMessageStatus = (
  expected: StoredMessage,
  fields: Partial<StoredMessage> & Pick<StoredMessage, 'status'>,
): Promise<boolean> =>
  updateWith(
    {
      Key: keys.message(expected.conversation_id, expected.id),
      ConditionExpression: '#status = :expected',
      ...assign({ ...requestIdField(), ...fields }, { ':expected': expected.status }),
    },
    statusCounterParts(expected, fields.status),
  );

/** Every edit or deletion changes one of these two times, so they serve as the optimistic lock. */
const messagePart = ({ conversation_id, id, deleted_at, edited_at }: StoredMessage, fields: Partial<StoredMessage>) => {
  const isUnchanged = edited_at === undefined ? 'attribute_not_exists(edited_at)' : 'edited_at = :edited';
  return {
    Update: {
      Key: keys.message(conversation_id, id),
      ConditionExpression: `deleted_at = :deleted AND ${isUnchanged}`,
      ...assign(fields, { ':deleted': deleted_at, ...(edited_at && { ':edited': edited_at }) }),
    },
  };
};

const lastTextPart = (
  { workspace_id, conversation_id, id, created_at }: StoredMessage,
  text: string | null,
): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression: 'last_message_at = :at AND (attribute_not_exists(last_message_id) OR last_message_id = :id)',
    ...assign({ last_message_text: text }, { ':at': created_at, ':id': id }),
  },
});
