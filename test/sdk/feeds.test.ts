import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type FollowOptions, Switchboard } from '../../sdk/src/index.ts';
import {
  type Answer,
  answerError,
  answerJson,
  resetConnection,
  startFaultyServer,
} from '../support/network/faulty-server.ts';

// Half of a delay is jitter, so this leaves nothing to wait for.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(-1));
const page = (ids: string[], next_cursor: string) =>
  answerJson(200, { data: ids.map((id) => ({ id })), meta: { next_cursor } });

const hold: Answer = () => undefined;

const start = async (...answers: Answer[]) => {
  const { baseUrl, calls } = await startFaultyServer(...answers);
  const { feeds } = new Switchboard({ apiKey: 'svc_live_test', baseUrl, timeoutMs: 1, maxRetries: 0 });
  const follow = (options: FollowOptions) => feeds.follow('f1', { limit: 2, ...options });
  const queries = () => calls.map(({ path }) => Object.fromEntries(new URL(`http://x${path}`).searchParams));
  return { follow, calls, queries };
};

it('a loop gets each event once, however often the service fails, and says up to where it is done', async () => {
  const failures = [resetConnection, ...Array(5).fill(answerError(503, 'internal')), resetConnection];
  const { follow, calls, queries } = await start(page(['a', 'b'], 'one'), ...failures, page(['c', 'd'], 'two'));
  const done: string[] = [];
  const ids: string[] = [];
  for await (const { id } of follow({ after: 'zero', onCursor: (cursor) => void done.push(`${ids} ${cursor}`) })) {
    ids.push(id);
    if (id === 'd') break;
  }
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  expect(done).toEqual(['a,b one']);
  expect(calls).toHaveLength(9);
  expect(calls[0]?.path).toMatch(/^\/v1\/feeds\/f1\/events\?/);
  expect(queries()[0]).toEqual({ after: 'zero', wait: '20', limit: '2' });
  expect(queries()[8]).toEqual({ after: 'one', limit: '2' });
});

it('a loop that the service has no room for polls every 5 seconds, and waits again after a minute', async () => {
  const polls = Array<Answer>(12).fill(page([], 'one'));
  const { follow, queries } = await start(answerError(500, 'internal'), ...polls, page(['a'], 'two'));
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const { setTimeout: setTimer } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delayMs = 0) => {
    const isPause = delayMs === 5_000;
    if (isPause) now += delayMs;
    return setTimer(run, isPause ? 0 : delayMs);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await follow({}).next()).toMatchObject({ value: { id: 'a' } });
  expect(queries().map((query) => query['wait'])).toEqual(['20', ...polls.map(() => undefined), '20']);
});

it('a loop whose signal comes while it waits for events ends without an error', async () => {
  const { follow, calls } = await start(hold);
  const controller = new AbortController();
  const next = follow({ signal: controller.signal }).next();
  await expect.poll(() => calls.length).toBe(1);
  controller.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

it('a loop whose signal comes within a page gets no further event, and its cursor is not passed', async () => {
  const { follow } = await start(page(['a', 'b'], 'one'));
  const controller = new AbortController();
  const onCursor = vi.fn();
  const ids: string[] = [];
  for await (const { id } of follow({ signal: controller.signal, onCursor })) {
    ids.push(id);
    controller.abort();
  }
  expect(ids).toEqual(['a']);
  expect(onCursor).not.toHaveBeenCalled();
});

it('a page that is not full is followed by a pause, which leaves requests to other calls of the key', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { follow, calls } = await start(page(['a'], 'one'), page(['b'], 'two'));
  const controller = new AbortController();
  const loop = follow({ signal: controller.signal });
  await loop.next();
  const next = loop.next();
  await expect.poll(() => timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(1_000);
  expect(calls).toHaveLength(1);
  controller.abort();
  expect(await next).toMatchObject({ done: true });
});

it('a feed that has ended is an error', async () => {
  const { follow, calls } = await start(answerError(404, 'not_found'));
  await expect(follow({}).next()).rejects.toMatchObject({ code: 'not_found' });
  expect(calls).toHaveLength(1);
});
