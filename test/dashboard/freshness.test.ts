import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionOf, oldestReadMs } from '../../dashboard/api/freshness.ts';
import { ApiProblem, unreachable } from '../../dashboard/api/problem.ts';
import { shortAge } from '../../dashboard/texts/time.ts';

let client: QueryClient;
let stops: (() => void)[];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stops = [];
});

afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
});

const show = (
  name: string,
  refetchInterval: number | false | (() => number | false),
  read = async () => name,
  meta = {},
) => {
  const query = { queryKey: [name], queryFn: read, refetchInterval, staleTime: Infinity, meta };
  const observer = new QueryObserver(client, query);
  stops.push(observer.subscribe(() => undefined));
  return observer;
};

const cache = () => client.getQueryCache();

describe('the freshness of a page', () => {
  it('the oldest of the reads that are polled counts', () => {
    client.setQueryData(['keys'], 'keys', { updatedAt: 2000 });
    client.setQueryData(['members'], 'members', { updatedAt: 1000 });
    client.setQueryData(['session'], 'session', { updatedAt: 10 });
    client.setQueryData(['finished test'], 'done', { updatedAt: 20 });
    client.setQueryData(['another page'], 'hidden', { updatedAt: 30 });
    client.setQueryData(['badge'], 'beside the page', { updatedAt: 40 });
    show('keys', 30_000);
    show('badge', 60_000, undefined, { isAside: true });
    show('members', () => 30_000);
    show('session', false);
    show('finished test', () => false);
    expect(oldestReadMs(cache())).toBe(1000);
    expect(connectionOf(cache())).toBe('live');
  });

  it('a page that polls nothing has no age', () => {
    client.setQueryData(['session'], 'session', { updatedAt: 10 });
    show('session', false);
    expect(oldestReadMs(cache())).toBeUndefined();
  });

  it.each([
    ['unreachable', unreachable(new TypeError('Failed to fetch'))],
    ['failing', new ApiProblem('internal', 'Something failed on our side.', 500)],
    ['failing', new TypeError('a bug of ours')],
  ])('a page is %s when a read ends with %s, and its data keeps its age', async (expected, error) => {
    client.setQueryData(['keys'], 'keys', { updatedAt: 2000 });
    const observer = show('keys', 30_000, () => Promise.reject(error));
    await observer.refetch();
    expect(connectionOf(cache())).toBe(expected);
    expect(oldestReadMs(cache())).toBe(2000);
  });
});

it.each([
  [-500, 'just now'],
  [4_999, 'just now'],
  [5_000, '5 s ago'],
  [60_000, '1 min ago'],
  [7_200_000, '2 h ago'],
])('data read %d ms before now is said to be updated %s', (ageMs, expected) => {
  expect(shortAge(ageMs)).toBe(expected);
});
