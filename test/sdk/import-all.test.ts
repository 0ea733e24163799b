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
  expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['night-1', 'night-2', 'night-3']);
  expect(onProgress).toHaveBeenCalledTimes(1);
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
  expect(await contacts.importAll(stream())).toMatchObject({ created: sizes.length });
  expect(bodies().map(({ length }) => length)).toEqual(sizes);
  expect(bodies().flat()).toEqual(people);
});

it('an import that is refused ends with the error', async () => {
  const { contacts, calls } = await start(answerError(403, 'forbidden'));
  await expect(contacts.importAll([person(1)])).rejects.toMatchObject({ code: 'forbidden' });
  expect(calls).toHaveLength(1);
});

function numbered(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `tag ${from + number}`);
}
