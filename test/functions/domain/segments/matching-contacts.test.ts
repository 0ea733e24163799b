import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeIdPages } from '../../../../functions/domain/segments/matching-contacts.ts';
import type { Page } from '../../../../functions/model/page.ts';

const readPage = (list: string[], limit: number, after: string | undefined): Page<string> => {
  const rest = list.filter((id) => after === undefined || id < after);
  return { items: rest.slice(0, limit), next: rest.length > limit ? rest[limit - 1] : undefined };
};

const list = fc
  .uniqueArray(fc.integer({ min: 100, max: 150 }).map(String), { maxLength: 30 })
  .map((ids) => ids.sort().reverse());

describe('mergeIdPages', () => {
  it('merged lists hold every id once, newest first, in full pages', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), fc.integer({ min: 1, max: 12 }), (lists, limit) => {
        const pages: string[][] = [];
        let after: string | undefined;
        do {
          const { items, next } = mergeIdPages(
            lists.map((ids) => readPage(ids, limit, after)),
            limit,
          );
          pages.push(items);
          after = next;
        } while (after !== undefined);
        const all = [...new Set(lists.flat())].sort().reverse();
        expect(pages.flat()).toEqual(all);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(all.length / limit)));
      }),
    );
  });

  it('merged lists hold every id once, newest first, even when each list is read in smaller steps', () => {
    fc.assert(
      fc.property(
        fc.array(list, { maxLength: 4 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (lists, limit, limitPerList) => {
          const ids: string[] = [];
          let after: string | undefined;
          do {
            const pages = lists.map((listIds) => readPage(listIds, limitPerList, after));
            const { items, next } = mergeIdPages(pages, limit);
            ids.push(...items);
            after = next;
          } while (after !== undefined);
          expect(ids).toEqual([...new Set(lists.flat())].sort().reverse());
        },
      ),
    );
  });
});
