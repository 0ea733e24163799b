import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergePages } from '../../../../functions/table/dynamodb/merge-pages.ts';

type Row = { event: { id: string }; passes: boolean };

/** Works like a filtered query of one partition: it reads so many rows, newest first, and returns those that pass. */
const queryRows = (rows: readonly Row[], limit: number, after: string | undefined) => {
  const older = rows.filter(({ event }) => after === undefined || event.id < after);
  const read = older.slice(0, limit);
  return {
    items: read.filter(({ passes }) => passes),
    next: older.length >= limit ? read.at(-1)?.event.id : undefined,
  };
};

const readAll = (shards: readonly Row[][], limits: { page: number; shard: number }): string[] => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const pages = shards.map((rows) => queryRows(rows, limits.shard, after));
    const { items, next } = mergePages(pages, limits.page, ({ event }) => event.id);
    expect(items.length).toBeLessThanOrEqual(limits.page);
    if (after !== undefined && next !== undefined) expect(next < after).toBe(true);
    ids.push(...items.map(({ event }) => event.id));
    after = next;
  } while (after !== undefined);
  return ids;
};

it('pages of any shards and sizes return every matching row once, newest first', () => {
  const placedRows = fc.uniqueArray(
    fc.record({ number: fc.integer({ min: 0, max: 999 }), shard: fc.nat(4), passes: fc.boolean() }),
    { selector: ({ number }) => number, maxLength: 60 },
  );
  const sizes = fc.record({ page: fc.integer({ min: 1, max: 10 }), shard: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(placedRows, sizes, (placed, limits) => {
      const newestFirst = placed
        .map(({ number, ...row }) => ({ ...row, event: { id: String(number).padStart(3, '0') } }))
        .sort((left, right) => (left.event.id < right.event.id ? 1 : -1));
      const shards = [0, 1, 2, 3, 4].map((shard) => newestFirst.filter((row) => row.shard === shard));
      const matching = newestFirst.filter(({ passes }) => passes).map(({ event }) => event.id);
      expect(readAll(shards, limits)).toEqual(matching);
    }),
    { numRuns: 300 },
  );
});
