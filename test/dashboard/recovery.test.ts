import { expect, test } from 'vitest';
import { fromLocalInput, type Recovery, runRecovery, toLocalInput } from '../../dashboard/pages/webhooks/recovery.ts';

const newRecovery = (): Recovery => ({ requested: 0, cursor: undefined, key: 'first' });

test('a recovery calls until there is no next cursor and adds up what each call requested', async () => {
  const pages = [
    { data: { requested: 100 }, meta: { next_cursor: 'a' } },
    { data: { requested: 0 }, meta: { next_cursor: 'b' } },
    { data: { requested: 7 }, meta: { next_cursor: null } },
  ];
  const cursors: (string | undefined)[] = [];
  const progress: number[] = [];
  const recovery = newRecovery();
  await runRecovery(
    recovery,
    async (cursor) => {
      cursors.push(cursor);
      const page = pages[cursors.length - 1];
      if (!page) throw new Error('One call too many.');
      return page;
    },
    (requested) => progress.push(requested),
  );
  expect(cursors).toEqual([undefined, 'a', 'b']);
  expect(progress).toEqual([100, 100, 107]);
  expect(recovery).toMatchObject({ requested: 107, cursor: null });
});

test('a recovery that failed goes on with the same page and the same key, and other pages have other keys', async () => {
  const recovery = newRecovery();
  const keys: string[] = [];
  const recoverPage = async (cursor: string | undefined, key: string) => {
    keys.push(key);
    if (keys.length === 2) throw new Error('unreachable');
    return { data: { requested: 1 }, meta: { next_cursor: cursor ? null : 'a' } };
  };
  await expect(runRecovery(recovery, recoverPage, () => undefined)).rejects.toThrow('unreachable');
  await runRecovery(recovery, recoverPage, () => undefined);
  expect(recovery.requested).toBe(2);
  expect(keys[1]).toBe(keys[2]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('the field for a time shows the minute in which it lies', () => {
  const time = '2026-11-13T09:12:59.500Z';
  const minute = fromLocalInput(toLocalInput(time)) ?? '';
  expect(Date.parse(time) - Date.parse(minute)).toBe(59_500);
});

test.each(['', 'tomorrow', '2026-13-40T00:00'])('a field with %j has no time', (text) => {
  expect(fromLocalInput(text)).toBeUndefined();
});
