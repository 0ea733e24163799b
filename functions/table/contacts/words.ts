import { createHash } from 'node:crypto';
import { putItems, removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { ItemKey } from '../dynamodb/item.ts';
import { queryBeginning } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface ListedWord {
  workspaceId: string;
  contactId: string;
  word: string;
}

export const toContactKey = ({ workspaceId, word, contactId }: ListedWord): ItemKey =>
  keys.contactWord(workspaceId, word, contactId);

/** Rows have nothing but their keys, so they are cheap to read. */
export const putContactWords = (words: readonly ListedWord[]): Promise<void> => putItems(words.map(toContactKey));

export const removeContactWords = (words: readonly ListedWord[]): Promise<void> => removeItems(words.map(toContactKey));

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

interface CountChange {
  changeId: string;
  /** By how many the number of contacts changes. */
  count: number;
}

/**
 * Counts each change once, however the stream splits a batch that it repeats: the changes of a workspace's contacts come
 * in order, so only those that were counted last can come again.
 */
export const addToContactCount = async (workspaceId: string, changes: readonly CountChange[]): Promise<void> => {
  const marks = new Map(changes.map((change) => [change, toMark(change.changeId)]));
  let uncounted = [...marks];
  while (uncounted.length > 0) {
    const names = uncounted.map((_, index) => `:mark${index}`);
    const { written, item } = await updateIf({
      Key: keys.contactCount(workspaceId),
      UpdateExpression: 'SET counted = :counted ADD contacts :count',
      ConditionExpression: `NOT (${names.map((name) => `contains(counted, ${name})`).join(' OR ')})`,
      ExpressionAttributeValues: {
        ...Object.fromEntries(uncounted.map(([, mark], index) => [names[index], mark])),
        ':counted': [...marks.values()].join(''),
        ':count': uncounted.reduce((sum, [change]) => sum + change.count, 0),
      },
    });
    if (written) return;
    const counted = String(item?.['counted']);
    uncounted = uncounted.filter(([, mark]) => !counted.includes(mark));
  }
};

const markLength = 7;

/** Short, so that the marks of 100 changes fit into one write unit. */
const toMark = (changeId: string): string =>
  ` ${createHash('sha256').update(changeId).digest('base64url').slice(0, markLength)}`;

/** From now on, the count includes everyone. */
export const setContactCount = async (workspaceId: string, contacts: number): Promise<void> => {
  await updateIf({ Key: keys.contactCount(workspaceId), ...assign({ contacts, is_whole: true }) });
};

/** Undefined for a workspace that is older than the count, until someone has counted. */
export const findContactCount = async (workspaceId: string): Promise<number | undefined> => {
  const item = await findItem(keys.contactCount(workspaceId), 'eventual');
  return item?.['is_whole'] ? Number(item['contacts']) : undefined;
};
