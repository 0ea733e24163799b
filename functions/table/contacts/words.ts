import { createHash } from 'node:crypto';
import { putItems, removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { ItemKey } from '../dynamodb/item.ts';
import { queryBeginning } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface ListedWord {
  workspaceId: string;
  contactId: string;
  word: string;
}

const toKey = ({ workspaceId, word, contactId }: ListedWord): ItemKey => keys.contactWord(workspaceId, word, contactId);

/** Rows have nothing but their keys, so they are cheap to read. */
export const putContactWords = (words: readonly ListedWord[]): Promise<void> => putItems(words.map(toKey));

export const removeContactWords = (words: readonly ListedWord[]): Promise<void> => removeItems(words.map(toKey));

/** Rows whose words begin so, in the order of the words. */
export const queryContactWords = async (
  workspaceId: string,
  beginning: string,
  rowsMax: number,
  after?: string,
): Promise<(ListedWord & { row: string })[]> => {
  const { pk } = keys.contactWord(workspaceId, beginning, '');
  const rows = await queryBeginning(pk, beginning, rowsMax, after);
  return rows.map((row) => readContactWord(workspaceId, row));
};

const idLength = 36;

export const readContactWord = (workspaceId: string, row: string): ListedWord & { row: string } => ({
  row,
  workspaceId,
  word: row.slice(0, -idLength - 1),
  contactId: row.slice(-idLength),
});

const tokenLength = 36;

/** Idempotent for ten minutes: a repeated batch has the same changes. */
export const addToContactCount = async (workspaceId: string, count: number, changeIds: string): Promise<void> => {
  const update = {
    Key: keys.contactCount(workspaceId),
    UpdateExpression: 'ADD contacts :count',
    ExpressionAttributeValues: { ':count': count },
  };
  const token = createHash('sha256').update(`${workspaceId} ${changeIds}`).digest('hex').slice(0, tokenLength);
  await transact([{ Update: update }], token);
};

/** From now on, the count includes everyone. */
export const setContactCount = async (workspaceId: string, contacts: number): Promise<void> => {
  await updateIf({ Key: keys.contactCount(workspaceId), ...assign({ contacts, is_whole: true }) });
};

/** Undefined for a workspace that is older than the count, until someone has counted. */
export const findContactCount = async (workspaceId: string): Promise<number | undefined> => {
  const item = await findItem(keys.contactCount(workspaceId), 'eventual');
  return item?.['is_whole'] ? Number(item['contacts']) : undefined;
};
