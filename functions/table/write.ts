import { setTimeout as wait } from 'node:timers/promises';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { env } from '../platform/env.ts';
import { table } from './client.ts';

/** An item as it lies in the table, before a file of this folder says what it is. */
export type Item = Record<string, unknown>;

/** A write that took place, with the item as it now is, or one whose condition did not hold, with the item as it was. */
export type WriteResult = { written: true; item: Item } | { written: false; item: Item | undefined };

type Update = Pick<
  UpdateCommandInput,
  'Key' | 'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** One UpdateItem with its condition. A failed condition is an answer, not an error. */
export const updateIf = async (update: Update): Promise<WriteResult> => {
  try {
    const { Attributes: item = {} } = await table.send(
      new UpdateCommand({
        TableName: env.tableName(),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...update,
      }),
    );
    return { written: true, item };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { written: false, item: error.Item && unmarshall(error.Item) };
  }
};

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Part<Kind extends keyof Write> = Omit<NonNullable<Write[Kind]>, 'TableName'>;

/** One part of a transaction; the table's name is filled in here. */
export type TransactionPart =
  | { Put: Part<'Put'> }
  | { Update: Part<'Update'> }
  | { Delete: Part<'Delete'> }
  | { ConditionCheck: Part<'ConditionCheck'> };

/** Every part took place, or none: then `failed` is the place of the first part whose condition did not hold. */
export type TransactionResult = { written: true } | { written: false; failed: number };

const conflictAttemptsMax = 6;

/** Writes all parts or none. Transactions that meet on an item are tried again with growing, jittered waits. */
export const transact = async (parts: TransactionPart[], attempt = 1): Promise<TransactionResult> => {
  try {
    await table.send(new TransactWriteCommand({ TransactItems: parts.map(withTableName) }));
    return { written: true };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
    const failed = codes.indexOf('ConditionalCheckFailed');
    if (failed >= 0) return { written: false, failed };
    if (!codes.includes('TransactionConflict') || attempt === conflictAttemptsMax) throw error;
    await wait(Math.random() * 25 * 2 ** attempt);
    return transact(parts, attempt + 1);
  }
};

const withTableName = (part: TransactionPart): Write => {
  const [[kind, body] = []] = Object.entries(part);
  return { [String(kind)]: { TableName: env.tableName(), ...body } } as Write;
};
