import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** Lets the table refuse some calls, which it does in earnest only when others are at work, and then do its work. */
const refuse = (...errors: Error[]) => {
  const send = vi.spyOn(table, 'send');
  for (const error of errors) send.mockImplementationOnce(() => Promise.reject(error));
  return send;
};

afterEach(() => vi.restoreAllMocks());

const place = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });
const put = (item: object) => ({ Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } });

describe('a write that meets a transaction under way', () => {
  it.each([
    ['another transaction', canceled('None', 'TransactionConflict')],
    ['a throttled partition', canceled('ThrottlingError', 'None')],
  ])('is tried again when it is itself a transaction and met %s', async (_, error) => {
    const key = place();
    refuse(error, error);
    expect(await transact([put(key), put(place())])).toEqual({ written: true });
    expect(await findItem(key)).toEqual(key);
  });

  it('is tried again when it is a single update', async () => {
    const key = place();
    await transact([put(key)]);
    refuse(conflict, conflict, conflict);
    const update = {
      Key: key,
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET seen = :seen',
      ExpressionAttributeValues: { ':seen': true },
    };
    expect(await updateIf(update)).toEqual({ written: true, item: { ...key, seen: true } });
  });

  it('is not tried again when a condition failed besides, because then it could not be written', async () => {
    const send = refuse(canceled('TransactionConflict', 'ConditionalCheckFailed'));
    expect(await transact([put(place()), put(place())])).toEqual({ written: false, failedPart: 1 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('fails when it is canceled for a reason that will not pass', async () => {
    const send = refuse(canceled('ValidationError', 'None'));
    await expect(transact([put(place()), put(place())])).rejects.toThrow('cancelled');
    expect(send).toHaveBeenCalledTimes(1);
  });
});
