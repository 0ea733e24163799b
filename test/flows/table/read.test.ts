import { expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { findItems } from '../../../functions/table/dynamodb/read.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';

it('findItems returns more items than one response can hold and skips missing ones', async () => {
  const pk = `TEST#${newId()}`;
  const keys = Array.from({ length: 130 }, () => ({ pk, sk: newId() }));
  const filler = 'x'.repeat(150_000);
  for (const key of keys) await transact([{ Put: { Item: { ...key, filler } } }]);
  const found = await findItems([...keys, { pk, sk: newId() }]);
  expect(found.map(({ sk }) => sk).sort()).toEqual(keys.map(({ sk }) => sk).sort());
});

it('findItems returns an empty list for no keys', async () => {
  expect(await findItems([])).toEqual([]);
});
