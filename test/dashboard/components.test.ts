import { onlineManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fittingSections } from '../../dashboard/app/shell/palette-entries.ts';
import { roundTicks } from '../../dashboard/components/charts/bars.ts';
import { hueOf, initialsOf } from '../../dashboard/components/content/initials.ts';
import { toJsonTokens } from '../../dashboard/components/content/json-tokens.ts';
import { ChunkError, importRepeatedly } from '../../dashboard/components/import-repeatedly.ts';
import { columnsOf, parsePreferences } from '../../dashboard/context/preferences.ts';
import { rankPeople } from '../../dashboard/context/rank-people.ts';
import { findShortcut, register } from '../../dashboard/context/shortcuts.ts';
import { pauseToasts, resumeToasts, toast, toastsShown, undoLast } from '../../dashboard/context/toast.ts';

describe('a chunk of the dashboard', () => {
  const failing = (times: number) => {
    const load = vi.fn(async () => 'page');
    for (let failures = 0; failures < times; failures++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    return load;
  };

  test('is imported again until it arrives', async () => {
    await expect(importRepeatedly(failing(3), [0, 0, 0])).resolves.toBe('page');
    const load = failing(4);
    await expect(importRepeatedly(load, [0, 0, 0])).rejects.toThrow(ChunkError);
    expect(load).toHaveBeenCalledTimes(4);
  });

  test('is not waited for while the browser is offline', async () => {
    onlineManager.setOnline(false);
    const load = failing(1);
    await expect(importRepeatedly(load, [60_000])).rejects.toThrow(ChunkError);
    expect(load).toHaveBeenCalledTimes(1);
    onlineManager.setOnline(true);
  });
});

describe('the axis of a chart', () => {
  test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [8_604, [0, 5_000, 10_000]],
  ])('up to %d has the round values %j', (max, ticks) => {
    expect(roundTicks(max)).toEqual(ticks);
  });

  test('reaches every value with at most five round whole numbers', () => {
    for (let max = 0; max < 20_000; max += 7) {
      const ticks = roundTicks(max);
      expect(ticks.at(-1), `${max}`).toBeGreaterThanOrEqual(max);
      expect(ticks.length, `${max}`).toBeLessThanOrEqual(5);
      for (const tick of ticks) expect(tick % Number(`1${'0'.repeat(String(ticks[1]).length - 1)}`)).toBe(0);
    }
  });
});

const values = [
  {},
  [],
  null,
  'a "quoted" text: {"a": 1}',
  { id: '0199', count: -1.5e21, isNew: true, none: null, list: [1, 'two', { three: [] }] },
  { 'key: with "quotes"': 'back\\slash\n', '': '</span><script>alert(1)</script>' },
];

test.each(values)('the tokens of %j joined are the JSON again', (value) => {
  const json = JSON.stringify(value, null, 2);
  expect(
    toJsonTokens(json)
      .map(({ text }) => text)
      .join(''),
  ).toBe(json);
});

test('keys, texts and other values are told apart, also where a text looks like a key', () => {
  const tokens = toJsonTokens(JSON.stringify({ event: 'a": 1', count: 2, flag: false }, null, 2));
  expect(tokens.flatMap(({ kind, text }) => (kind ? [[kind, text]] : []))).toEqual([
    ['key', '"event"'],
    ['text', '"a\\": 1"'],
    ['key', '"count"'],
    ['value', '2'],
    ['key', '"flag"'],
    ['value', 'false'],
  ]);
});

describe('an avatar', () => {
  test.each([
    ['Ana Silva', 'AS'],
    ['محمد عبد الرحمن', 'مع'],
    ['  (Bob)  ', 'B'],
    ['+1 415 555 1000', '00'],
    ['mia.k3', 'M'],
    ['🙂', '?'],
    ['', '?'],
  ])('of %j has the initials %j', (name, initials) => {
    expect(initialsOf(name, 2)).toBe(initials);
  });

  test('has one of six hues, each of which occurs', () => {
    const hues = Array.from({ length: 200 }, (_, number) => hueOf(`01935c7e-0000-7000-8000-${number}`));
    expect([...new Set(hues)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers());

  const texts = () => toastsShown().map(({ text }) => text);

  test('go after six seconds in which no toast of the stack has the pointer or the focus', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(texts()).toEqual(['b', 'c', 'd']);
    pauseToasts();
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['b', 'c', 'd']);
    resumeToasts();
    vi.advanceTimersByTime(5_999);
    expect(texts()).toEqual(['b', 'c', 'd']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  test('a toast replaces the one that says the same', () => {
    for (const text of ['a', 'b', 'a']) toast(text);
    // Another file of this worker may have left one.
    expect(texts().filter((text) => 'ab'.includes(text))).toEqual(['b', 'a']);
    vi.runAllTimers();
  });

  test('are undone from the newest on, each once', () => {
    const undone: string[] = [];
    for (const text of ['a', 'b']) toast(text, { action: { label: 'Undo', onPress: () => undone.push(text) } });
    toast('c');
    expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false]);
    expect(undone).toEqual(['b', 'a']);
    vi.runAllTimers();
  });

  test('let what they announce take place unless it is undone, whether they time out or are pushed out', () => {
    const done: string[] = [];
    const announce = (text: string) =>
      toast(text, { action: { label: 'Undo', onPress: () => undefined }, onGone: () => done.push(text) });
    for (const text of ['a', 'b', 'c', 'd']) announce(text);
    expect(done).toEqual(['a']);
    undoLast();
    vi.advanceTimersByTime(6_000);
    expect(done.sort()).toEqual(['a', 'b', 'c']);
  });
});

describe('shortcuts', () => {
  const run = () => undefined;

  test('of the page win over those of the shell until the page is left, even if the shell registers later', () => {
    const endPage = register({ current: { title: 'Page', shortcuts: [{ keys: 'e', label: 'page', run }] } }, false);
    const endShell = register({ current: { title: 'Shell', shortcuts: [{ keys: 'e', label: 'shell', run }] } }, true);
    expect(findShortcut('e', 0)?.label).toBe('page');
    endPage();
    expect(findShortcut('e', 0)?.label).toBe('shell');
    endShell();
    expect(findShortcut('e', 0)).toBeUndefined();
  });

  test('of two keys wait a moment for the second one', () => {
    const shortcuts = [
      { keys: 'g i', label: 'inbox', run },
      { keys: 'i', label: 'panel', run },
      { keys: 'x', label: 'listed only' },
    ];
    const end = register({ current: { title: 'Page', shortcuts } }, false);
    const press = (key: string, atMs: number) => findShortcut(key, atMs)?.label;
    expect([press('i', 0), press('g', 10), press('i', 20), press('i', 30)]).toEqual([
      'panel',
      undefined,
      'inbox',
      'panel',
    ]);
    expect([press('g', 100), press('i', 2_000), press('x', 2_001)]).toEqual([undefined, 'panel', undefined]);
    end();
  });
});

describe('the palette', () => {
  test.each([
    ['API keys', 'api k', true],
    ['API keys', 'ey', true],
    ['Usage and plan', 'plan usage', true],
    ['Usage and plan', 'plan keys', false],
    ['Łukasz Nuñez', 'nunez', true],
    ['https://shop.example/hooks', 'https://shop', true],
    ['Overview', '', true],
  ])('finds %j by %j: %j', (label, typed, isFound) => {
    const sections = [{ title: 'Pages', entries: [{ id: 'a', label, run: () => undefined }] }];
    expect(fittingSections(sections, typed)).toHaveLength(isFound ? 1 : 0);
  });

  test.each([
    ['billing', ['Usage and plan']],
    ['bill', ['Usage and plan']],
    ['plan billing', ['Usage and plan']],
    ['bil', []],
    ['new', ['Create team']],
    ['te', ['Create team']],
    ['team', ['Create team', 'Routing']],
  ])('finds by other words once they are long enough, after own words: %j', (typed, labels) => {
    const run = () => undefined;
    const entries = [
      { id: 'plan', label: 'Usage and plan', words: 'billing quota', run },
      { id: 'routing', label: 'Routing', words: 'teams hours', run },
      { id: 'team', label: 'Create team', words: 'new add', run },
    ];
    const found = fittingSections([{ title: 'Pages', entries }], typed);
    expect(found.flatMap((section) => section.entries.map(({ label }) => label))).toEqual(labels);
  });

  test('people whose name it is come first, then those whose name or word begins so, of equal ones who waits', () => {
    const names = ['Doc Dana', 'Mia Tanaka', 'Ben Ana', 'Ana Silva', 'Ana Lima', 'Ana'];
    const people = names.map((name) => ({ name, waits: name === 'Ana Lima' || name === 'Mia Tanaka' }));
    expect(rankPeople(people, 'ana').map(({ name }) => name)).toEqual([
      'Ana',
      'Ana Lima',
      'Ana Silva',
      'Ben Ana',
      'Mia Tanaka',
      'Doc Dana',
    ]);
    const byCompany = [{ name: 'Mia Tanaka' }, { name: 'Bo Chen', others: [null, 'Ana Foods'] }];
    expect(rankPeople(byCompany, 'ana').map(({ name }) => name)).toEqual(['Bo Chen', 'Mia Tanaka']);
  });

  test('shows what the server has found without filtering it again', () => {
    const entries = [{ id: 'a', label: 'Ana', run: () => undefined }];
    expect(fittingSections([{ title: 'People', entries, isFound: true }], '+1415')).toHaveLength(1);
  });
});

describe('preferences', () => {
  test.each([null, '', 'null', '[]', '{"singleKeys": 1, "other": true}'])('are the defaults for %j', (text) => {
    expect(parsePreferences(text)).toEqual(parsePreferences('{}'));
  });

  test('keep what the person chose', () => {
    expect(parsePreferences('{"afterClosing": "stay", "sound": true}')).toMatchObject({
      afterClosing: 'stay',
      sound: true,
      enterSends: true,
    });
  });

  test('keep the columns of contacts for each workspace apart', () => {
    const shown = (contactColumns: unknown) =>
      ['w1', 'w2'].map((id) => columnsOf(parsePreferences(JSON.stringify({ contactColumns })), id).length);
    expect(shown({ w1: ['attributes.plan'] })).toEqual([1, 4]);
    expect(shown(['email'])).toEqual([4, 4]);
  });
});
