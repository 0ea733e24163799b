import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';

const place = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });

describe('updateIf', () => {
  it('gives the item as it was when the condition does not hold, and changes nothing', async () => {
    const Key = place();
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
    expect(await updateIf({ ...update, Key: place() })).toEqual({ written: false, item: undefined });
  });
});

describe('transact', () => {
  it('writes nothing when one condition fails, and says which', async () => {
    const [one, taken] = [place(), place()];
    await transact([{ Put: { Item: taken } }]);
    const parts = [
      { Put: { Item: one, ConditionExpression: 'attribute_not_exists(pk)' } },
      { Put: { Item: taken, ConditionExpression: 'attribute_not_exists(pk)' } },
    ];
    expect(await transact(parts)).toEqual({ written: false, failedPart: 1 });
    expect(await findItem(one)).toBeUndefined();
  });

  it('outlasts conflicts: forty writers that meet on one item all get through', async () => {
    const counter = place();
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
          { Put: { Item: place() } },
        ]),
      ),
    );
    expect(await findItem(counter)).toMatchObject({ count: 40 });
  });
});
