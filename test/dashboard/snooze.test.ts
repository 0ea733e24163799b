import { afterEach, describe, expect, it } from 'vitest';
import type { InboxConversation } from '../../functions/model/conversations/inbox.ts';

// Its types are those of a browser, which the tests do not have.
const path = '../../dashboard/pages/inbox';
const { isSnoozeTime, snoozeTimes } = await import(`${path}/snooze/snooze-times.ts`);
const { snoozeSign, snoozeWords } = await import(`${path}/words/snooze-words.ts`);
const { changeWords } = await import(`${path}/thread/change-words.ts`);
const { afterChanges, undoOf, undoRequests } = await import(`${path}/store/changes.ts`);
const { withChange } = await import(`${path}/store/lists.ts`);

const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** What the menu offers at this time in this zone, in UTC to the minute. */
const offer = (tz: string, now: string): (string | undefined)[] => {
  process.env['TZ'] = tz;
  const { today, tomorrow, monday } = snoozeTimes(Date.parse(now));
  const shown = (atMs: number | undefined) =>
    atMs === undefined ? undefined : new Date(atMs).toISOString().slice(0, 16);
  return [today, tomorrow, monday].map(shown);
};

describe('the times that the menu offers', () => {
  it.each([
    // Wednesday, 10:24 in each.
    ['UTC', '2026-11-18T10:24:00Z', '2026-11-18T13:30', '2026-11-19T09:00', '2026-11-23T09:00'],
    ['Europe/Lisbon', '2026-11-18T10:24:00Z', '2026-11-18T13:30', '2026-11-19T09:00', '2026-11-23T09:00'],
    ['Pacific/Auckland', '2026-11-17T21:24:00Z', '2026-11-18T00:30', '2026-11-18T20:00', '2026-11-22T20:00'],
    ['Asia/Kathmandu', '2026-11-18T04:39:00Z', '2026-11-18T07:45', '2026-11-19T03:15', '2026-11-23T03:15'],
    // The clocks go back on Sunday, October 25, and forward on March 29: 9:00 is 9:00.
    ['Europe/Berlin', '2026-10-24T08:00:00Z', '2026-10-24T11:00', '2026-10-25T08:00', '2026-10-26T08:00'],
    ['Europe/Berlin', '2026-03-28T09:00:00Z', '2026-03-28T12:00', '2026-03-29T07:00', '2026-03-30T07:00'],
    // In the hour that comes twice, three hours are three hours.
    ['America/New_York', '2026-11-01T05:40:00Z', '2026-11-01T09:00', '2026-11-02T14:00', '2026-11-02T14:00'],
    ['America/New_York', '2026-11-01T06:40:00Z', '2026-11-01T10:00', '2026-11-02T14:00', '2026-11-02T14:00'],
    // A change of half an hour.
    ['Australia/Lord_Howe', '2026-10-03T14:50:00Z', '2026-10-03T18:00', '2026-10-04T22:00', '2026-10-04T22:00'],
  ])('%s at %s: later today %s, tomorrow %s, next Monday %s', (tz, now, today, tomorrow, monday) => {
    expect(offer(tz, now)).toEqual([today, tomorrow, monday]);
  });

  it('late in the evening nothing is offered for today, and on a Monday “next Monday” is a week away', () => {
    expect(offer('UTC', '2026-11-16T20:30:00Z')).toEqual(['2026-11-16T23:30', '2026-11-17T09:00', '2026-11-23T09:00']);
    expect(offer('UTC', '2026-11-16T20:31:00Z')[0]).toBeUndefined();
    expect(offer('UTC', '2026-11-22T12:00:00Z')[2]).toBe('2026-11-23T09:00');
  });

  it('a time of one’s own is at most a year ahead', () => {
    const nowMs = Date.parse('2026-11-18T10:00:00Z');
    const isFine = (iso: string) => isSnoozeTime(Date.parse(iso), nowMs);
    expect(['2026-11-18T10:00:00Z', '', '2027-11-20T10:00:00Z'].filter(isFine)).toEqual([]);
    expect(isFine('2026-11-18T10:01:00Z') && isFine('2027-11-18T10:00:00Z')).toBe(true);
  });
});

const nowMs = new Date(2026, 10, 18, 10, 24).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

describe('the words', () => {
  it('a time is said as shortly as it is clear', () => {
    const words = (...parts: Parameters<typeof at>) => snoozeWords(at(...parts), nowMs).replaceAll(/\s/gu, ' ');
    expect(words(2026, 10, 18, 13, 30)).toBe('1:30 PM');
    expect(words(2026, 10, 19, 9, 0)).toBe('Thu 9:00 AM');
    expect(words(2026, 10, 30, 9, 0)).toBe('Nov 30, 9:00 AM');
    expect(words(2027, 0, 4, 9, 0)).toContain('2027');
  });

  it('rows and the timeline say it in words', () => {
    const until = new Date(2026, 10, 19, 9).toISOString();
    expect(snoozeSign({ snoozed_until: until, is_back: false }, nowMs)).toMatch(/^Snoozed until Thu 9:00/);
    expect(snoozeSign({ snoozed_until: null, is_back: true }, nowMs)).toBe('Back from snooze');
    expect(snoozeSign({ snoozed_until: null, is_back: false }, nowMs)).toBeUndefined();
    const customer = { kind: 'customer', id: null, name: null };
    const service = { kind: 'service', id: null, name: null };
    const words = (entry: object) => changeWords({ member: null, ...entry }, 'me', 'Ana');
    expect(words({ change: 'back', author: customer })).toBe('Back from snooze: Ana wrote');
    expect(words({ change: 'back', author: service })).toBe('Back from snooze');
    expect(words({ change: 'snoozed', until, author: { kind: 'member', id: 'ben', name: 'Ben' } })).toMatch(
      /^Ben snoozed this until /,
    );
  });
});

describe('what shows before the server has answered', () => {
  const now = new Date(nowMs).toISOString();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const row = { id: '1', status: 'open', assigned_agent_id: 'me', waiting_since: now, snoozed_until: null };
  const open = { ...row, is_back: false } as InboxConversation;

  it('a snoozed row moves to the view Snoozed until it is closed', () => {
    const snoozed = afterChanges(open, { snoozed_until: until }, now);
    const list = { waiting: [open], answered: [] };
    expect(withChange(list, snoozed, 'mine', 'me')).toEqual({ waiting: [], answered: [] });
    expect(withChange({ waiting: [], answered: [] }, snoozed, 'snoozed', 'me').answered).toEqual([snoozed]);
    expect(afterChanges(snoozed, { status: 'closed' }, now).snoozed_until).toBeNull();
    expect(afterChanges({ ...open, is_back: true }, { snoozed_until: until }, now).is_back).toBe(false);
  });

  it('an undo ends the snooze, or restores the one before', () => {
    const expected = { snoozed_until: until };
    expect(undoOf(open, { snoozed_until: until })).toEqual({ snoozed_until: null, expected });
    const pending = { ...open, status: 'pending', waiting_since: null };
    expect(undoOf(pending, { snoozed_until: until, status: 'open' })).toEqual({
      status: 'pending',
      snoozed_until: null,
      expected: { ...expected, status: 'open' },
    });
    const before = { ...open, snoozed_until: until };
    expect(undoOf(before, { status: 'closed' })).toMatchObject({ status: 'open', snoozed_until: until });
    expect(undoOf({ ...before, snoozed_until: now }, { status: 'closed' })).not.toHaveProperty('snoozed_until');
    const rows = new Map([
      ['1', open],
      ['2', before],
    ]);
    expect(undoRequests(['1', '2'], rows, { changes: { status: 'closed' } })).toHaveLength(2);
  });
});
