import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeIdPages } from '../../../../functions/domain/segments/matching-contacts.ts';
import type { Page } from '../../../../functions/model/page.ts';

const readPage = (list: string[], limit: number, after: string | undefined): Page<string> => {
  const rest = list.filter((id) => after === undefined || id < after);
  return { items: rest.slice(0, limit), next: rest.length > limit ? rest[limit - 1] : undefined };
};

const list = fc
  .uniqueArray(fc.integer({ min: 100, max: 150 }).map(String), { maxLength: 30 })
  .map((ids) => ids.sort().reverse());

const lists = fc.array(list, { maxLength: 4 });
const limit = fc.integer({ min: 1, max: 12 });

const readAll = (lists: string[][], limit: number, limitPerList: number): string[][] => {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const read = lists.map((ids) => readPage(ids, limitPerList, after));
    const { items, next } = mergeIdPages(read, limit);
    pages.push(items);
    after = next;
  } while (after !== undefined);
  return pages;
};

it('merged lists hold every id once, newest first, in full pages if each list is read in as large steps', () => {
  fc.assert(
    fc.property(lists, limit, limit, (given, limit, limitPerList) => {
      const all = [...new Set(given.flat())].sort().reverse();
      expect(readAll(given, limit, limitPerList).flat()).toEqual(all);
      const pages = readAll(given, limit, limit);
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(all.length / limit)));
    }),
  );
});
