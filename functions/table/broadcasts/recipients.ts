import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { incrementCountersPart, shardForChunk } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findEach, findItem } from '../dynamodb/read.ts';
import { type Item, type TransactionPart, transact, updateIf, type WriteResult } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { newMessagePart, parseMessage, type StoredMessage, sentMessagePart } from '../messages/messages.ts';
import { type Addressee, addresseeParts } from '../messages/send-writes.ts';

/** Why a recipient got no message: one of the API's codes, and words for people. */
export interface Reason {
  code: string;
  message: string;
}

/** What became of one number of a broadcast. Once there is a message, the message knows. */
export type Recipient = { phone: string; chunk: number } & (
  | { state: 'failed'; reason: Reason }
  | {
      /** The channel has not been asked, or has said no for now; or it has been asked, and may have sent it. */
      state: 'ready' | 'asked';
      message_id: string;
      conversation_id: string;
      /** How often the channel has been asked, and when last, by which call: empty before the first time. */
      tries: number;
      asked_at: string;
      asked_by: string;
    }
);

export type Claim = Extract<Recipient, { message_id: string }>;

/**
 * Claims a recipient and stores the message that is about to go to it, together with all that it makes. The channel is
 * not asked before `updateAsked`.
 */
export const putClaim = async (
  broadcastId: string,
  claim: Claim,
  message: StoredMessage,
  addressee: Addressee,
): Promise<'claimed' | 'claimed before' | 'changed meanwhile'> => {
  const result = await transact([
    recipientPart(broadcastId, claim),
    newMessagePart(message),
    sentMessagePart(message),
    ...addresseeParts(message.workspace_id, addressee),
  ]);
  if (result.written) return 'claimed';
  return result.failed === 0 ? 'claimed before' : 'changed meanwhile';
};

/** Where the row of somebody lies who stands in the audience twice, once for each further place. */
export const doubleOf = (phone: string, chunk: number): string => `${phone}#${chunk}`;

/** Keeps why these recipients get no message, and counts them; false when one of them has a row already. */
export const putFailures = async (
  broadcastId: string,
  chunk: number,
  failures: readonly { phone: string; reason: Reason }[],
): Promise<boolean> => {
  const { written } = await transact([
    ...failures.map(({ phone, reason }) =>
      recipientPart(broadcastId, { phone, chunk, state: 'failed' as const, reason }),
    ),
    incrementCountersPart(shardForChunk(broadcastId, chunk), { failed_count: failures.length }),
  ]);
  return written;
};

export const findRecipient = async (broadcastId: string, phone: string): Promise<Recipient | undefined> => {
  const item = await findItem(keys.recipient(broadcastId, phone));
  return item && parseRecipient(item);
};

/** What became of these numbers, in their order. */
export const findRecipients = async (
  broadcastId: string,
  phones: readonly string[],
): Promise<(Recipient | undefined)[]> => {
  const items = await findEach(phones.map((phone) => keys.recipient(broadcastId, phone)));
  return items.map((item) => item && parseRecipient(item));
};

/** The messages of these claims, in their order. */
export const findClaimedMessages = async (claims: readonly Claim[]): Promise<(StoredMessage | undefined)[]> => {
  const items = await findEach(
    claims.map(({ conversation_id, message_id }) => keys.message(conversation_id, message_id)),
  );
  return items.map((item) => item && parseMessage(item));
};

/** The channel is known not to have sent it, and to want us to wait. */
export const updateReady = async (broadcastId: string, claim: Claim): Promise<void> => {
  await turnClaim(broadcastId, claim, 'asked', { state: 'ready' });
};

/**
 * Keeps, before the channel is asked, that it may have been. Only who gets the claim back may ask: a crash before this
 * has sent nothing, and a crash after it may have.
 */
export const updateAsked = async (broadcastId: string, claim: Claim): Promise<Claim | undefined> => {
  const fields = { state: 'asked' as const, tries: claim.tries + 1, asked_at: isoTime(clock.now()), asked_by: newId() };
  const { written, item } = await turnClaim(broadcastId, claim, 'ready', fields);
  // The table may have done it at a first try whose answer was lost, and refuse a second one.
  return written || item?.['asked_by'] === fields.asked_by ? { ...claim, ...fields } : undefined;
};

const turnClaim = (
  broadcastId: string,
  { phone, tries }: Claim,
  from: Claim['state'],
  fields: Partial<Claim>,
): Promise<WriteResult> => {
  const update = assign(fields, { ':from': from, ':seen': tries });
  return updateIf({
    Key: keys.recipient(broadcastId, phone),
    ...update,
    ConditionExpression: '#state = :from AND #tries = :seen',
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#tries': 'tries' },
  });
};

const recipientPart = (broadcastId: string, { phone, ...fields }: Recipient): TransactionPart => ({
  Put: {
    Item: { ...keys.recipient(broadcastId, phone), ...fields },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const parseRecipient = ({ pk, sk, ...fields }: Item): Recipient => ({ phone: sk, ...fields }) as unknown as Recipient;
