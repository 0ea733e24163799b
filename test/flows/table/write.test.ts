import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';

const newKey = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });

describe('updateIf', () => {
  it('updateIf returns the unchanged item when the condition fails', async () => {
    const Key = newKey();
    await transact([{ Put: { Item: { ...Key, count: 1 } } }]);
    const update = {
      Key,
      ConditionExpression: '#count > :least',
      UpdateExpression: 'SET #count = :new',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':least': 5, ':new': 9 },
    };
    expect(await updateIf(update)).toEqual({ written: false, item: { ...Key, count: 1 } });
    expect(await findItem(Key)).toEqual({ ...Key, count: 1 });
    expect(await updateIf({ ...update, Key: newKey() })).toEqual({ written: false, item: undefined });
  });
});

describe('transact', () => {
  it('transact writes nothing when one condition fails and returns its index', async () => {
    const [free, taken] = [newKey(), newKey()];
    await transact([{ Put: { Item: taken } }]);
    const parts = [
      { Put: { Item: free, ConditionExpression: 'attribute_not_exists(pk)' } },
      { Put: { Item: taken, ConditionExpression: 'attribute_not_exists(pk)' } },
    ];
    expect(await transact(parts)).toEqual({ written: false, failedPart: 1 });
    expect(await findItem(free)).toBeUndefined();
  });

  it('forty concurrent transactions on one item all succeed', async () => {
    const counter = newKey();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transact([
          {
            Update: {
              Key: counter,
              UpdateExpression: 'ADD #count :one',
              ExpressionAttributeNames: { '#count': 'count' },
              ExpressionAttributeValues: { ':one': 1 },
            },
          },
          { Put: { Item: newKey() } },
        ]),
      ),
    );
    expect(await findItem(counter)).toMatchObject({ count: 40 });
  });
});
