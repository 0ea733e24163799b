import type { Chunk } from '../../model/broadcast-audience.ts';
import type { RecipientState } from '../../model/broadcast-recipient.ts';
import { queryPrefix } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { toChunk } from './audience.ts';
import { toRecipientState } from './recipients.ts';

interface RecipientRow {
  broadcastId: string;
  key: string;
  state: RecipientState;
}

export const findRecipientRows = async (
  broadcastIds: readonly string[],
  phones: readonly string[],
): Promise<RecipientRow[]> => {
  const items = await findItems(broadcastIds.flatMap((id) => phones.map((phone) => keys.recipient(id, phone))));
  return items.map((item) => toRow(item));
};

export const queryDuplicates = async (broadcastId: string, prefix: string): Promise<RecipientRow[]> =>
  (await queryPrefix(keys.recipient(broadcastId, '').pk, prefix)).map((item) => toRow(item));

const toRow = (item: Record<string, unknown>): RecipientRow => ({
  broadcastId: String(item['pk']).split('#')[1] ?? '',
  key: String(item['sk']),
  state: toRecipientState(item),
});

/**
 * Removes the recipient's row and its number and values from the audience of a completed broadcast. The counters stay.
 * Idempotent.
 */
export const eraseRecipient = async (broadcastId: string, key: string, { chunk }: RecipientState): Promise<void> => {
  const [phone = ''] = key.split('#');
  const item = await findItem(keys.broadcastChunk(broadcastId, chunk));
  const positions = item ? listPositions(toChunk(item), phone) : [];
  await transact([
    { Delete: { Key: keys.recipient(broadcastId, key) } },
    ...(positions.length === 0 ? [] : [eraseEntriesPart(broadcastId, chunk, phone, positions)]),
  ]);
};

const listPositions = ({ entries }: Chunk, phone: string): number[] =>
  entries.flatMap((entry, index) => (entry.phone === phone ? [index] : []));

const eraseEntriesPart = (
  broadcastId: string,
  chunk: number,
  phone: string,
  positions: readonly number[],
): TransactionPart => ({
  Update: {
    Key: keys.broadcastChunk(broadcastId, chunk),
    ConditionExpression: positions.map((index) => `entries[${index}].phone = :phone`).join(' AND '),
    UpdateExpression: `SET ${positions.map((index) => `entries[${index}] = :erased`).join(', ')}`,
    ExpressionAttributeValues: { ':phone': phone, ':erased': { phone: '', is_erased: true } },
  },
});
