import { assign } from './assign.ts';
import { countPart, shareOf } from './broadcast-counts.ts';
import { keys } from './keys.ts';
import { newMessagePart, parseMessage, type StoredMessage, sentMessagePart } from './messages.ts';
import { findEach, findItem } from './read.ts';
import { type Addressee, addresseeParts } from './send-writes.ts';
import { type Item, type TransactionPart, transact, updateIf } from './write.ts';

/** Why a recipient got no message: one of the API's codes, and words for people. */
export interface Reason {
  code: string;
  message: string;
}

/** What became of one number of a broadcast. Once there is a message, the message knows. */
export type Recipient = { phone: string; chunk: number } & (
  | { state: 'failed'; reason: Reason }
  | {
      /** The channel may have been asked; or it was, and wants us to wait. */
      state: 'claimed' | 'waiting';
      message_id: string;
      conversation_id: string;
      claimed_at: string;
      /** How often the channel has been asked. */
      tries: number;
    }
);

export type Claim = Extract<Recipient, { message_id: string }>;

/**
 * Claims a recipient and stores the message that is about to go to it, together with all that it makes. Only who gets
 * `claimed` may call the channel.
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
    countPart(shareOf(broadcastId, chunk), { failed_count: failures.length }),
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

/** The channel is known not to have sent it, and to want us to wait. False when somebody else has moved it on. */
export const updateWaiting = async (broadcastId: string, { phone, tries }: Claim): Promise<boolean> =>
  turnClaim(broadcastId, phone, { from: 'claimed', tries }, { state: 'waiting' });

/** Claims a recipient anew that was to wait. Only who gets true may call the channel. */
export const updateReclaimed = async (broadcastId: string, { phone, tries }: Claim, now: string): Promise<boolean> =>
  turnClaim(broadcastId, phone, { from: 'waiting', tries }, { state: 'claimed', tries: tries + 1, claimed_at: now });

const turnClaim = async (
  broadcastId: string,
  phone: string,
  { from, tries }: { from: Claim['state']; tries: number },
  fields: Partial<Claim>,
): Promise<boolean> => {
  const update = assign(fields, { ':from': from, ':seen': tries });
  const { written } = await updateIf({
    Key: keys.recipient(broadcastId, phone),
    ...update,
    ConditionExpression: '#state = :from AND #tries = :seen',
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#tries': 'tries' },
  });
  return written;
};

const recipientPart = (broadcastId: string, { phone, ...fields }: Recipient): TransactionPart => ({
  Put: {
    Item: { ...keys.recipient(broadcastId, phone), ...fields },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const parseRecipient = ({ pk, sk, ...fields }: Item): Recipient => ({ phone: sk, ...fields }) as unknown as Recipient;
