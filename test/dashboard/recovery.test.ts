import { expect, test } from 'vitest';
import { fromLocalInput, type Recovery, runRecovery, toLocalInput } from '../../dashboard/pages/webhooks/recovery.ts';

test('a recovery adds up what each call requested, and a retry repeats the failed page with its key', async () => {
  const pages = [
    { data: { requested: 100 }, meta: { next_cursor: 'a' } },
    { data: { requested: 0 }, meta: { next_cursor: 'b' } },
    { data: { requested: 7 }, meta: { next_cursor: null } },
  ];
  const recovery: Recovery = { requested: 0, cursor: undefined, key: 'first' };
  const calls: (readonly [cursor: string | undefined, key: string])[] = [];
  const progress: number[] = [];
  const run = () =>
    runRecovery(
      recovery,
      async (cursor, key) => {
        calls.push([cursor, key]);
        const page = calls.length === 2 ? undefined : pages.shift();
        if (!page) throw new Error('unreachable');
        return page;
      },
      (requested) => progress.push(requested),
    );
  await expect(run()).rejects.toThrow('unreachable');
  await run();
  expect(calls.map(([cursor]) => cursor)).toEqual([undefined, 'a', 'a', 'b']);
  expect(calls[2]).toEqual(calls[1]);
  expect(new Set(calls.map(([, key]) => key)).size).toBe(3);
  expect(progress).toEqual([100, 100, 107]);
  expect(recovery).toMatchObject({ requested: 107, cursor: null });
});

test('the field for a time shows the minute in which it lies', () => {
  const time = '2026-11-13T09:12:59.500Z';
  const minute = fromLocalInput(toLocalInput(time)) ?? '';
  expect(Date.parse(time) - Date.parse(minute)).toBe(59_500);
});

test.each(['', 'tomorrow', '2026-13-40T00:00'])('a field with %j has no time', (text) => {
  expect(fromLocalInput(text)).toBeUndefined();
});
