import { describe, expect, it } from 'vitest';
import { looksOn, pagesMax } from '../../dashboard/api/use-read-on.ts';

const empty = { data: [] };

const toPages = (fields: Partial<Parameters<typeof looksOn>[0]>): Parameters<typeof looksOn>[0] => ({
  data: { pages: [empty] },
  error: null,
  hasNextPage: true,
  isFetching: false,
  fetchNextPage: () => undefined,
  ...fields,
});

describe('a search', () => {
  it.each([
    ['looks on while it has found nothing and there is more', {}, true],
    ['looks while it reads', { hasNextPage: false, isFetching: true, data: undefined }, true],
    ['stops once it has found someone', { data: { pages: [empty, { data: ['Ana'] }] } }, false],
    ['stops at the end', { hasNextPage: false }, false],
    ['stops when a read fails', { error: new Error('unreachable') }, false],
    [
      'stops after many pages, so that nobody pays for an endless one',
      { data: { pages: Array(pagesMax).fill(empty) } },
      false,
    ],
  ])('%s', (_, fields, isLooking) => {
    expect(looksOn(toPages(fields))).toBe(isLooking);
  });
});
