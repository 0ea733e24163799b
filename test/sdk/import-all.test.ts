import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it, vi } from 'vitest';
import { type NewContact, Switchboard } from '../../sdk/src/index.ts';
import { type Answer, answerError, answerJson, startFaultyServer } from '../support/network/faulty-server.ts';

// Half of a delay is jitter, so this leaves nothing to wait for.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(-1));
const person = (number: number): NewContact => ({ phone: `+1415555${String(number).padStart(4, '0')}` });

const error = (code: string) => ({ code, message: `The entry is ${code}.` });

const answerImport = (...codes: string[]): Answer => {
  const results = codes.map((code) => (code === 'created' ? { error: null } : { error: error(code) }));
  const created = codes.filter((code) => code === 'created').length;
  return answerJson(200, { data: { created, updated: 0, unchanged: 0, rejected: codes.length - created, results } });
};

const start = async (...answers: Answer[]) => {
  const { baseUrl, calls } = await startFaultyServer(...answers);
  const bodies = (): NewContact[][] => calls.map(({ body }) => JSON.parse(body).contacts);
  return { contacts: new Switchboard({ apiKey: 'svc_live_test', baseUrl }).contacts, calls, bodies };
};

it('entries that the service was too busy for are sent again, alone and under a key of their own', async () => {
  const { contacts, calls, bodies } = await start(
    answerImport('created', 'internal', 'bad_request', 'internal'),
    answerImport('internal', 'created'),
    answerImport('created'),
  );
  const people = [0, 1, 2, 3].map(person);
  const onProgress = vi.fn();
  const sums = await contacts.importAll(people, { onExisting: 'update', idempotencyKey: 'night', onProgress });
  const rejected = [{ index: 2, contact: person(2), error: error('bad_request') }];
  expect(sums).toEqual({ created: 3, updated: 0, unchanged: 0, rejected });
  expect(bodies()).toEqual([people, [person(1), person(3)], [person(1)]]);
  expect(JSON.parse(calls[2]?.body ?? '')).toMatchObject({ on_existing: 'update' });
  expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['night-1', 'night-1-1', 'night-1-2']);
  expect(onProgress.mock.calls).toEqual([[{ ...sums, done: 4, total: 4 }]]);
});

it('entries that are never stored are reported in the end', async () => {
  const { contacts, calls } = await start(answerImport('internal'));
  expect(await contacts.importAll([person(1)])).toMatchObject({
    created: 0,
    rejected: [{ index: 0, error: { code: 'internal' } }],
  });
  expect(calls).toHaveLength(9);
});

it.each<[string, NewContact[], number[]]>([
  ['500 entries', Array.from({ length: 1_001 }, (_, number) => person(number)), [500, 500, 1]],
  ['a megabyte', Array.from({ length: 5 }, () => ({ name: 'ä'.repeat(200_000) })), [2, 2, 1]],
  ['1,000 different tags', Array.from({ length: 3 }, (_, n) => ({ tags: numbered(n * 400, 400) })), [2, 1]],
  ['nothing', [], []],
])('a stream of contacts is cut at %s', async (_, people, sizes) => {
  const stored = answerJson(200, { data: { created: 1, updated: 0, unchanged: 0, rejected: 0, results: [] } });
  const { contacts, bodies } = await start(stored);
  async function* stream() {
    yield* people;
  }
  expect(await contacts.importAll(stream(), { concurrency: 1 })).toMatchObject({ created: sizes.length });
  expect(bodies().map(({ length }) => length)).toEqual(sizes);
  expect(bodies().flat()).toEqual(people);
});

const hundreds = (count: number): NewContact[] => Array.from({ length: count * 500 }, (_, number) => person(number));

const answerStored: Answer = answerJson(200, { data: { created: 500, updated: 0, unchanged: 0, results: [] } });

it('at most four batches are on their way at once', async () => {
  const held: ServerResponse[] = [];
  const { contacts, calls } = await start((response) => void held.push(response));
  const done: number[] = [];
  const whole = contacts.importAll(hundreds(10), { onProgress: (progress) => void done.push(progress.done) });
  for (const answered of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await expect.poll(() => calls.length).toBe(Math.min(10, answered + 4));
    const newest = held.pop();
    if (newest) answerStored(newest);
    await expect.poll(() => done.length).toBe(answered + 1);
  }
  expect(await whole).toMatchObject({ created: 5_000, rejected: [] });
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((batches) => batches * 500));
});

it('a batch that the rate limit refuses is sent again after the time that the service names', async () => {
  const seen = new Set<unknown>();
  const { contacts, calls } = await start((response) => {
    const { 'idempotency-key': key } = response.req.headers;
    const answer = seen.has(key) ? answerStored : answerError(429, 'rate_limited', { 'retry-after': '0' });
    seen.add(key);
    answer(response);
  });
  expect(await contacts.importAll(hundreds(6), { idempotencyKey: 'night' })).toMatchObject({ created: 3_000 });
  const numbers = calls.map(({ headers }) => Number(String(headers['idempotency-key']).split('-')[1]));
  expect(numbers.toSorted()).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
});

it('after a batch fails, only those on their way end before the import does', async () => {
  const held: ServerResponse[] = [];
  const { contacts, calls } = await start((response) => void held.push(response));
  const onProgress = vi.fn();
  const whole = contacts.importAll(hundreds(10), { onProgress });
  await expect.poll(() => held.length).toBe(4);
  const [first, ...others] = held;
  if (first) answerError(403, 'forbidden')(first);
  for (const response of others) answerStored(response);
  await expect(whole).rejects.toMatchObject({ code: 'forbidden' });
  expect([onProgress.mock.calls.length, calls.length]).toEqual([3, 4]);
});

it('an import that is refused ends with the error', async () => {
  const { contacts, calls } = await start(answerError(403, 'forbidden'));
  await expect(contacts.importAll([person(1)])).rejects.toMatchObject({ code: 'forbidden' });
  expect(calls).toHaveLength(1);
});

function numbered(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `tag ${from + number}`);
}
