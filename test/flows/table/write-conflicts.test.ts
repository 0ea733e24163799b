import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';

const $metadata = {};
const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata });
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata,
  });

/** Fails the first calls with these errors; DynamoDB Local never returns them by itself. */
const failFirst = (...errors: Error[]) => {
  const send = vi.spyOn(table, 'send');
  for (const error of errors) send.mockImplementationOnce(() => Promise.reject(error));
  return send;
};

const newKey = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });
const put = (item: object) => ({ Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } });

describe('a contended write', () => {
  it.each([
    ['another transaction', canceled('None', 'TransactionConflict')],
    ['a throttled partition', canceled('ThrottlingError', 'None')],
  ])('a transaction that conflicts with %s is retried', async (_, error) => {
    const key = newKey();
    failFirst(error, error);
    expect(await transact([put(key), put(newKey())])).toEqual({ written: true });
    expect(await findItem(key)).toEqual(key);
  });

  it('an update that conflicts with a transaction is retried', async () => {
    const key = newKey();
    await transact([put(key)]);
    failFirst(conflict, conflict, conflict);
    const update = {
      Key: key,
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET seen = :seen',
      ExpressionAttributeValues: { ':seen': true },
    };
    expect(await updateIf(update)).toEqual({ written: true, item: { ...key, seen: true } });
  });

  it('a transaction with a failed condition is not retried after a conflict', async () => {
    const send = failFirst(canceled('TransactionConflict', 'ConditionalCheckFailed'));
    expect(await transact([put(newKey()), put(newKey())])).toEqual({ written: false, failedPart: 1 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('a transaction canceled for a permanent reason fails without a retry', async () => {
    const send = failFirst(canceled('ValidationError', 'None'));
    await expect(transact([put(newKey()), put(newKey())])).rejects.toThrow('cancelled');
    expect(send).toHaveBeenCalledTimes(1);
  });
});
