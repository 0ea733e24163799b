import { expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { findItems } from '../../../functions/table/dynamodb/read.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';

it('finds any number of items, also where one answer of the table cannot hold them, and skips absent ones', async () => {
  const pk = `TEST#${newId()}`;
  const places = Array.from({ length: 130 }, () => ({ pk, sk: newId() }));
  const filler = 'x'.repeat(150_000);
  for (const place of places) await transact([{ Put: { Item: { ...place, filler } } }]);
  const found = await findItems([...places, { pk, sk: newId() }]);
  expect(found.map(({ sk }) => sk).sort()).toEqual(places.map(({ sk }) => sk).sort());
});

it('finds nothing for nothing', async () => {
  expect(await findItems([])).toEqual([]);
});
