import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { retry } from '../../platform/retry.ts';
import { table } from './client.ts';
import type { Item } from './item.ts';

export type WriteResult = { written: true; item: Item } | { written: false; item: Item | undefined };

type Update = Pick<
  UpdateCommandInput,
  'Key' | 'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/**
 * The SDK repeats an update whose response was lost, and the repeat may fail its condition because of our own write. An
 * item that then holds every value of `assign` counts as written. Where only one writer may succeed, assign a value that
 * no other writer has.
 */
export const updateIf = (update: Update): Promise<WriteResult> => {
  let wasRepeated = false;
  return retryWhileContended(async () => {
    try {
      return await sendUpdate(update);
    } catch (error) {
      wasRepeated ||= countAttempts(error) > 1;
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = error.Item && unmarshall(error.Item);
      return item && wasRepeated && holdsAssignedValues(item, update)
        ? { written: true, item }
        : { written: false, item };
    }
  });
};

const sendUpdate = async (update: Update): Promise<WriteResult> => {
  const { Attributes: item = {} } = await table.send(
    new UpdateCommand({
      TableName: env.tableName(),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...update,
    }),
  );
  return { written: true, item };
};

const countAttempts = (error: unknown): number =>
  error instanceof DynamoDBServiceException ? (error.$metadata.attempts ?? 1) : 1;

const holdsAssignedValues = (
  item: Item,
  { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Update,
): boolean => {
  const assigned = Object.entries(names).map(([alias, name]) => ({ name, placeholder: alias.replace('#', ':') }));
  const known = assigned.filter(({ placeholder }) => placeholder in values);
  return known.length > 0 && known.every(({ name, placeholder }) => isDeepStrictEqual(item[name], values[placeholder]));
};

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Part<Kind extends keyof Write> = Omit<NonNullable<Write[Kind]>, 'TableName'>;

export type TransactionPart =
  | { Put: Part<'Put'> }
  | { Update: Part<'Update'> }
  | { Delete: Part<'Delete'> }
  | { ConditionCheck: Part<'ConditionCheck'> };

export type TransactionResult = { written: true } | { written: false; failedPart: number };

/**
 * All attempts have the same token, those of the SDK too, so a repeat takes effect once and is reported as written. A
 * repeat after a time limit may find that the first attempt is still running.
 */
export const transact = (parts: TransactionPart[]): Promise<TransactionResult> => {
  const command = { TransactItems: parts.map(withTableName), ClientRequestToken: newId() };
  return retryWhileContended(() => tryTransaction(command));
};

/** Writes an update alone if nothing belongs to it: a transaction costs twice as much. False if a condition fails. */
export const updateWith = async (
  update: Update & Part<'Update'>,
  relatedParts: readonly TransactionPart[],
): Promise<boolean> => {
  const { written } =
    relatedParts.length === 0 ? await updateIf(update) : await transact([{ Update: update }, ...relatedParts]);
  return written;
};

const tryTransaction = async (command: TransactWriteCommandInput): Promise<TransactionResult> => {
  try {
    await table.send(new TransactWriteCommand(command));
    return { written: true };
  } catch (error) {
    const failed = cancellationCodes(error).indexOf('ConditionalCheckFailed');
    if (failed < 0) throw error;
    return { written: false, failedPart: failed };
  }
};

/**
 * Eight callers that add 1,000 contacts each to one segment contend for it 88 times; in a simulation the unluckiest
 * transaction needed 18 attempts. All waits of one write add up to at most 10 s, and to half of that on average.
 */
const backoff = { attemptsMax: 25, baseMs: 25, waitMsMax: 400 };

const retryWhileContended = <Result extends WriteResult | TransactionResult>(
  write: () => Promise<Result>,
): Promise<Result> => {
  let lastError: unknown;
  return retry(
    backoff,
    async () => {
      try {
        return await write();
      } catch (error) {
        if (!isTransient(error)) throw error;
        lastError = error;
        return undefined;
      }
    },
    () => lastError,
  );
};

/** The SDK retries a throttled call, but not a transaction with one throttled part. */
const transientCodes = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const isTransient = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  error instanceof TransactionInProgressException ||
  cancellationCodes(error).some((code) => transientCodes.includes(code));

/** The SDK marks every error of a call, be it throttled, refused or without a response. */
export const isTableFailure = (error: unknown): boolean => error instanceof Error && '$metadata' in error;

const cancellationCodes = (error: unknown): string[] =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map((reason) => reason.Code ?? '')
    : [];

const withTableName = (part: TransactionPart): Write => {
  const [[kind, body] = []] = Object.entries(part);
  return { [String(kind)]: { TableName: env.tableName(), ...body } } as Write;
};
