import { expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';

it('queryPage continues past the 1 MB limit of a query', async () => {
  const pk = `TEST#${newId()}`;
  const ids = Array.from({ length: 12 }, newId);
  for (const sk of ids) await transact([{ Put: { Item: { pk, sk, filler: 'x'.repeat(200_000) } } }]);
  const { items, next } = await queryPage(pk, { limit: 11, after: undefined });
  expect(items.map(({ sk }) => sk)).toEqual([...ids].reverse().slice(0, 11));
  expect(next).toBe(ids[1]);
  expect(await queryPage(pk, { limit: 11, after: next })).toMatchObject({ items: [{ sk: ids[0] }], next: undefined });
});
