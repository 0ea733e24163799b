import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { liveIntervalMs } from '../../dashboard/api/live-interval.ts';
import { findLoadedPage } from '../../dashboard/api/loaded-page.ts';
import { problemOf, toProblem } from '../../dashboard/api/problem.ts';
import { urlOf } from '../../dashboard/api/routes.ts';

/** A build fills in the routes of the contracts; bundle.test.ts looks for them. */
beforeEach(() => {
  vi.stubGlobal('operationRoutes', {
    revokeApiKey: 'DELETE /w/{workspace_id}/api-keys/{id}',
    listAuditEntries: 'GET /w/{workspace_id}/audit-log',
  });
});

describe("the dashboard's client", () => {
  test('puts each parameter into the path so that it cannot change the path', () => {
    expect(urlOf('revokeApiKey', { workspace_id: 'w1', id: '../k?x#y' })).toBe('/api/w/w1/api-keys/..%2Fk%3Fx%23y');
  });

  test('sends the values of a read in the query and leaves out what is undefined or empty', () => {
    const filter = { actor: undefined, action: 'member.left', cursor: '' };
    expect(urlOf('listAuditEntries', { workspace_id: 'w1' }, filter)).toBe('/api/w/w1/audit-log?action=member.left');
  });

  test('refuses to call a path with a missing parameter', () => {
    expect(() => urlOf('revokeApiKey', { workspace_id: 'w1' })).toThrow('The path parameter "id" is missing.');
  });
});

test('with several pages loaded, a poll reads the first one until a change makes it read them all', async () => {
  const read: string[] = [];
  const load = (cursor: string): string => {
    read.push(cursor);
    return `after ${cursor}`;
  };
  const client = new QueryClient();
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam, client: queries, queryKey }) =>
      findLoadedPage(queries.getQueryState<InfiniteData<string>>(queryKey), pageParam) ?? load(pageParam),
    initialPageParam: '',
    getNextPageParam: (_, pages) => String(pages.length),
  });
  await list.refetch();
  await list.fetchNextPage();
  await list.fetchNextPage();
  expect(read.splice(0)).toEqual(['', '1', '2']);
  const { data } = await list.refetch();
  expect([read.splice(0), data?.pages]).toEqual([[''], ['after ', 'after 1', 'after 2']]);
  await client.invalidateQueries({ queryKey: ['list'] });
  await list.refetch();
  expect(read).toEqual(['', '1', '2']);
});

describe('a failed request of the dashboard', () => {
  test('shows the message of our functions and the request id', () => {
    const body = {
      error: { code: 'conflict', message: 'A workspace needs an Owner. Make somebody else Owner first.' },
    };
    expect(problemOf(409, body, 'r-1')).toMatchObject({ ...body.error, status: 409, requestId: 'r-1' });
  });

  test('names the field of the form that caused it instead of the field of the API', () => {
    const error = { code: 'bad_request', message: '"overlap_hours" must be an int.' };
    const problem = problemOf(400, { error }, 'r-1');
    expect([problem.faultOf('overlap_hours'), problem.faultOf('url')]).toEqual(['Must be an int.', undefined]);
    expect(problem.plainMessage).toBe('Overlap hours must be an int.');
    expect(problemOf(409, { error }, 'r-1').plainMessage).toBe(error.message);
  });

  test.each([
    { status: 403, message: /firewall/ },
    { status: 413, message: /too large/ },
    { status: 429, message: /too many requests/ },
    { status: 503, message: /not available/ },
    { status: 404, message: /unexpected/ },
  ])('explains the bare $status of the gateway in words', ({ status, message }) => {
    const problem = problemOf(status, { message: 'Forbidden' }, undefined);
    expect(problem.code).toBe('gateway');
    expect(problem.message).toMatch(message);
  });

  test('counts as refused only if the server said no, so that an unclear one is retried with the same key', () => {
    expect(problemOf(400, undefined, undefined).wasRefused).toBe(true);
    expect(problemOf(502, undefined, undefined).wasRefused).toBe(false);
    expect(toProblem(new TypeError('Failed to fetch')).wasRefused).toBe(false);
  });
});

const minuteMs = 60_000;

test.each([
  ['at its own pace while the person is active', { idleMs: minuteMs, isFailing: false }, 30_000],
  ['a quarter as often after 5 minutes without input', { idleMs: 6 * minuteMs, isFailing: false }, 120_000],
  ['a quarter as often while reads fail', { idleMs: 0, isFailing: true }, 120_000],
])('an open page reads again %s', (_, state, everyMs) => {
  expect(liveIntervalMs(30_000, state)).toBe(everyMs);
});
