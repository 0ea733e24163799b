import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { incrementCountersPart, shardForChunk } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf, type WriteResult } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { newMessagePart, type StoredMessage, sentMessagePart, toStoredMessage } from '../messages/messages.ts';
import { contactAndConversationParts, type SendRecipient } from '../messages/send-writes.ts';

/** Why a recipient got no message: one of the API's codes, and words for people. */
export interface FailureReason {
  code: string;
  message: string;
}

/** What became of one number of a broadcast. Once there is a message, the message knows. */
export type RecipientState = { phone: string; chunk: number } & (
  | { state: 'failed'; reason: FailureReason }
  | {
      /** The channel has not been asked, or has said no for now; or it has been asked, and may have sent it. */
      state: 'ready' | 'called';
      message_id: string;
      conversation_id: string;
      /** How often the channel has been asked, and when last, by which call: empty before the first time. */
      calls: number;
      called_at: string;
      called_by: string;
    }
);

export type RecipientClaim = Extract<RecipientState, { message_id: string }>;

/**
 * Claims a recipient and stores the message that is about to go to it, together with all that it makes. The channel is
 * not asked before `updateAsked`.
 */
export const putClaim = async (
  broadcastId: string,
  claim: RecipientClaim,
  message: StoredMessage,
  recipient: SendRecipient,
): Promise<'claimed' | 'already_claimed' | 'conflict'> => {
  const result = await transact([
    recipientPart(broadcastId, claim),
    newMessagePart(message),
    sentMessagePart(message),
    ...contactAndConversationParts(message.workspace_id, recipient),
  ]);
  if (result.written) return 'claimed';
  return result.failedPart === 0 ? 'already_claimed' : 'conflict';
};

/** Where the row of somebody lies who stands in the audience twice, once for each further place. */
export const duplicateKey = (phone: string, chunk: number): string => `${phone}#${chunk}`;

/** Keeps why these recipients get no message, and counts them; false when one of them has a row already. */
export const putFailures = async (
  broadcastId: string,
  chunk: number,
  failures: readonly { phone: string; reason: FailureReason }[],
): Promise<boolean> => {
  const { written } = await transact([
    ...failures.map(({ phone, reason }) =>
      recipientPart(broadcastId, { phone, chunk, state: 'failed' as const, reason }),
    ),
    incrementCountersPart(shardForChunk(broadcastId, chunk), { failed_count: failures.length }),
  ]);
  return written;
};

export const findRecipient = async (broadcastId: string, phone: string): Promise<RecipientState | undefined> => {
  const item = await findItem(keys.recipient(broadcastId, phone));
  return item && toRecipientState(item);
};

/** What became of these numbers, in their order. */
export const findRecipients = async (
  broadcastId: string,
  phones: readonly string[],
): Promise<(RecipientState | undefined)[]> => {
  const items = await findItemsInOrder(phones.map((phone) => keys.recipient(broadcastId, phone)));
  return items.map((item) => item && toRecipientState(item));
};

/** The messages of these claims, in their order. */
export const findClaimedMessages = async (
  claims: readonly RecipientClaim[],
): Promise<(StoredMessage | undefined)[]> => {
  const items = await findItemsInOrder(
    claims.map(({ conversation_id, message_id }) => keys.message(conversation_id, message_id)),
  );
  return items.map((item) => item && toStoredMessage(item));
};

/** The channel is known not to have sent it, and to want us to wait. */
export const markReady = async (broadcastId: string, claim: RecipientClaim): Promise<void> => {
  await transitionClaim(broadcastId, claim, 'called', { state: 'ready' });
};

/**
 * Keeps, before the channel is asked, that it may have been. Only who gets the claim back may ask: a crash before this
 * has sent nothing, and a crash after it may have.
 */
export const markCalled = async (broadcastId: string, claim: RecipientClaim): Promise<RecipientClaim | undefined> => {
  const fields = {
    state: 'called' as const,
    calls: claim.calls + 1,
    called_at: isoTime(clock.now()),
    called_by: newId(),
  };
  const { written, item } = await transitionClaim(broadcastId, claim, 'ready', fields);
  // The table may have done it at a first try whose answer was lost, and refuse a second one.
  return written || item?.['called_by'] === fields.called_by ? { ...claim, ...fields } : undefined;
};

const transitionClaim = (
  broadcastId: string,
  { phone, calls }: RecipientClaim,
  from: RecipientClaim['state'],
  fields: Partial<RecipientClaim>,
): Promise<WriteResult> => {
  const update = assign(fields, { ':from': from, ':expected': calls });
  return updateIf({
    Key: keys.recipient(broadcastId, phone),
    ...update,
    ConditionExpression: '#state = :from AND #calls = :expected',
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#calls': 'calls' },
  });
};

const recipientPart = (broadcastId: string, { phone, ...fields }: RecipientState): TransactionPart => ({
  Put: {
    Item: { ...keys.recipient(broadcastId, phone), ...fields },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const toRecipientState = ({ pk, sk, ...fields }: Item): RecipientState =>
  ({ phone: sk, ...fields }) as unknown as RecipientState;
