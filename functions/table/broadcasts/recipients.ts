import { countFailures, shardForChunk } from '../../model/broadcasts/counters.ts';
import type { FailureReason, RecipientClaim, RecipientState } from '../../model/broadcasts/recipient.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { notOptedOutPart } from '../contacts/contact-writes.ts';
import { incrementCountersPart } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { type Consistency, findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf, type WriteResult } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { newMessagePart, type StoredMessage, toStoredMessage } from '../messages/messages.ts';
import { contactAndConversationParts, type SendRecipient } from '../messages/sends.ts';

export const putClaim = async (
  broadcastId: string,
  claim: RecipientClaim,
  message: StoredMessage,
  recipient: SendRecipient,
): Promise<'claimed' | 'already_claimed' | 'conflict'> => {
  const result = await transact([
    recipientPart(broadcastId, claim),
    newMessagePart(message),
    ...contactAndConversationParts(message.workspace_id, recipient),
    // The other kinds of recipients write the contact, on the condition that it did not change since it was read.
    ...(recipient.kind === 'existing_conversation' ? [notOptedOutPart(message.workspace_id, message.contact_id)] : []),
  ]);
  if (result.written) return 'claimed';
  return result.failedPart === 0 ? 'already_claimed' : 'conflict';
};

export const putFailures = async (
  { workspace_id, id: broadcastId }: { workspace_id: string; id: string },
  chunk: number,
  failures: readonly { phone: string; reason: FailureReason }[],
): Promise<boolean> => {
  const { written } = await transact([
    ...failures.map(({ phone, reason }) =>
      recipientPart(broadcastId, { phone, chunk, state: 'failed' as const, reason }),
    ),
    incrementCountersPart(
      workspace_id,
      shardForChunk(broadcastId, chunk),
      countFailures(failures.map(({ reason }) => reason.code)),
    ),
  ]);
  return written;
};

export const findRecipient = async (broadcastId: string, phone: string): Promise<RecipientState | undefined> => {
  const item = await findItem(keys.recipient(broadcastId, phone));
  return item && toRecipientState(item);
};

export const findRecipients = async (
  broadcastId: string,
  phones: readonly string[],
  consistency?: Consistency,
): Promise<(RecipientState | undefined)[]> => {
  const recipientKeys = phones.map((phone) => keys.recipient(broadcastId, phone));
  const items = await findItemsInOrder(recipientKeys, consistency);
  return items.map((item) => item && toRecipientState(item));
};

export const findClaimedMessages = async (
  claims: readonly RecipientClaim[],
  consistency?: Consistency,
): Promise<(StoredMessage | undefined)[]> => {
  const messageKeys = claims.map(({ conversation_id, message_id }) => keys.message(conversation_id, message_id));
  const items = await findItemsInOrder(messageKeys, consistency);
  return items.map((item) => item && toStoredMessage(item));
};

/** Call this only if the channel is known not to have sent the message. */
export const markReady = async (broadcastId: string, claim: RecipientClaim, refusedCode: string): Promise<void> => {
  await transitionClaim(broadcastId, claim, 'called', { state: 'ready', refused_code: refusedCode });
};

/**
 * Written before the channel is called: a crash earlier sent nothing, a crash later may have sent the message. Only the
 * worker that gets the claim back may call.
 */
export const markCalled = async (broadcastId: string, claim: RecipientClaim): Promise<RecipientClaim | undefined> => {
  const fields = {
    state: 'called' as const,
    calls: claim.calls + 1,
    called_at: isoTime(clock.now()),
    called_by: newId(),
  };
  const { written } = await transitionClaim(broadcastId, claim, 'ready', fields);
  return written ? { ...claim, ...fields } : undefined;
};

const transitionClaim = (
  broadcastId: string,
  { phone, calls }: RecipientClaim,
  from: RecipientClaim['state'],
  fields: Partial<RecipientClaim>,
): Promise<WriteResult> =>
  updateIf({
    Key: keys.recipient(broadcastId, phone),
    ConditionExpression: '#state = :from AND calls = :expected',
    ...assign(fields, { ':from': from, ':expected': calls }),
  });

const recipientPart = (broadcastId: string, { phone, ...fields }: RecipientState): TransactionPart => ({
  Put: { Item: { ...keys.recipient(broadcastId, phone), ...fields }, ConditionExpression: 'attribute_not_exists(pk)' },
});

export const toRecipientState = ({ pk, sk, ...fields }: Item): RecipientState =>
  ({ phone: sk, ...fields }) as unknown as RecipientState;
