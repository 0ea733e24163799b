import type { AudienceEntry, Chunk } from '../../model/broadcasts/audience.ts';
import type { RecipientState } from '../../model/broadcasts/recipient.ts';
import { queryPrefix } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { toChunk, toListedPage } from './audience.ts';
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
    ...(positions.length === 0 ? [] : [eraseEntriesPart(keys.broadcastChunk(broadcastId, chunk), phone, positions)]),
  ]);
};

const listPositions = ({ entries }: Pick<Chunk, 'entries'>, phone: string): number[] =>
  entries.flatMap((entry, index) => (entry.phone === phone ? [index] : []));

/** The entries with these numbers in the list of a scheduled broadcast. */
export const findListedEntries = async (broadcastId: string, phones: readonly string[]): Promise<AudienceEntry[]> => {
  const pages = await queryListedEntries(broadcastId);
  return pages.flatMap(({ entries }) => entries.filter(({ phone }) => phones.includes(phone)));
};

/** A file has the most entries, and less than 20 MB. */
const queryListedEntries = async (broadcastId: string): Promise<{ key: Key; entries: AudienceEntry[] }[]> => {
  const { pk } = keys.listedPage(broadcastId, 0);
  return (await queryPrefix(pk, listedPrefix)).flatMap((item) => {
    const page = toListedPage(item);
    return 'entries' in page ? [{ key: { pk, sk: String(item['sk']) }, entries: page.entries }] : [];
  });
};

type Key = ReturnType<typeof keys.broadcastChunk>;

const listedPrefix = 'LISTED#';

/** Removes the numbers from the list of a scheduled broadcast, of which the audience is or was read. Idempotent. */
export const eraseListedEntries = async (broadcastId: string, phones: readonly string[]): Promise<number> => {
  let count = 0;
  for (const { key, entries } of await queryListedEntries(broadcastId)) {
    for (const phone of phones) {
      const positions = listPositions({ entries }, phone);
      if (positions.length > 0) await transact([eraseEntriesPart(key, phone, positions)]);
      count += positions.length;
    }
  }
  return count;
};

const eraseEntriesPart = (key: Key, phone: string, positions: readonly number[]): TransactionPart => ({
  Update: {
    Key: key,
    ConditionExpression: positions.map((index) => `entries[${index}].phone = :phone`).join(' AND '),
    UpdateExpression: `SET ${positions.map((index) => `entries[${index}] = :erased`).join(', ')}`,
    ExpressionAttributeValues: { ':phone': phone, ':erased': { phone: '', is_erased: true } },
  },
});
