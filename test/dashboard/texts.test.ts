import { describe, expect, it, test } from 'vitest';
import { timeUntil } from '../../dashboard/pages/broadcasts/broadcast-words.ts';
import { limitWords, reportWords, warningNotice, warningWords } from '../../dashboard/pages/channels/account-texts.ts';
import {
  byName,
  categoryWords,
  parsePreview,
  qualityWords,
  reasonWords,
  statusTone,
  statusWords,
  toPreview,
} from '../../dashboard/pages/templates/template-texts.ts';
import { dayHeading } from '../../dashboard/texts/days.ts';
import { languageName } from '../../dashboard/texts/language.ts';
import { localeFor } from '../../dashboard/texts/locale.ts';
import { percent } from '../../dashboard/texts/numbers.ts';
import { exactTime, relativeTime } from '../../dashboard/texts/time.ts';

const nowMs = Date.parse('2026-11-15T12:00:00');

describe('a time in the dashboard', () => {
  test.each([
    ['2026-11-15T11:59:59.500', 'just now'],
    ['2026-11-15T11:59:48', '12 seconds ago'],
    ['2026-11-15T11:59:00', '1 minute ago'],
    ['2026-11-14T12:00:00', 'yesterday'],
    ['2026-11-09T12:00:00', '6 days ago'],
    ['2026-11-18T12:00:00', 'in 3 days'],
    ['2026-11-22T11:59:59', 'in 7 days'],
    ['2026-11-08T12:00:00', 'Nov 8, 2026'],
  ])('reads %s as "%s" at noon on November 15', (at, text) => {
    expect(relativeTime(Date.parse(at), nowMs)).toBe(text);
  });

  test('days are those of the calendar', () => {
    const [wednesday, friday] = [new Date(2026, 10, 18, 22, 15).getTime(), new Date(2026, 10, 20, 0, 22).getTime()];
    expect([relativeTime(wednesday, friday), relativeTime(friday, wednesday)]).toEqual(['2 days ago', 'in 2 days']);
  });

  test.each([
    ['2026-11-15T00:00:00', 'Today'],
    ['2026-11-14T23:59:59', 'Yesterday'],
    ['2026-11-10T12:00:00', 'Tuesday, November 10'],
    ['2025-11-15T12:00:00', 'Saturday, November 15, 2025'],
  ])('%s lies below the heading "%s" of a log', (at, text) => {
    expect(dayHeading(Date.parse(at), nowMs)).toBe(text);
  });

  test.each([
    ['2026-11-15T13:33:20', 'in 1 h 34 min'],
    ['2026-11-15T14:00:00', 'in 2 h'],
    ['2026-11-15T12:00:20', 'in 1 min'],
    ['2026-11-17T12:00:00', 'in 2 days'],
  ])('%s lies %s ahead, to the minute within a day', (at, text) => {
    expect(timeUntil(Date.parse(at), nowMs)).toBe(text);
  });

  test('is exact to the second, with its time zone, where it is hovered or read aloud', () => {
    expect(exactTime(nowMs)).toMatch(/^November 15, 2026 at \d\d?:00:00 [AP]M \S+/);
  });

  test.each([
    ['en-US', 'en-US-u-hc-h12'],
    ['en-GB', 'en-GB-u-hc-h23'],
    ['de-DE', 'en-001-u-hc-h23'],
  ])('is English in the dates and hours of a browser in %s', (language, locale) => {
    expect(String(localeFor(language))).toBe(locale);
  });
});

describe('the words for what a channel reports', () => {
  it.each([
    ['TIER_10K', '10,000 customers'],
    ['TIER_UNLIMITED', 'No limit'],
    ['TIER_NEW_KIND', 'Tier new kind'],
    ['constructor', 'constructor'],
  ])('the limit %s reads as %s', (limit, words) => expect(limitWords(limit)).toBe(words));

  it.each([
    ['FLAGGED', 'Quality is low'],
    ['NAME_CHANGED', 'Name changed'],
  ])('the report %s on a number reads as %s', (event, words) => expect(reportWords(event)).toBe(words));

  it('a restriction says what the account can no longer do', () => {
    const details = 'RESTRICTED_BIZ_INITIATED_MESSAGING, RESTRICTED_NEW_THING';
    expect(warningNotice({ event: 'ACCOUNT_RESTRICTION' }).title).toBe('The channel restricted this account');
    expect(warningWords({ event: 'ACCOUNT_RESTRICTION', details })).toEqual([
      'You cannot start conversations.',
      'The channel says: “Restricted new thing”',
    ]);
  });

  it('an unknown warning and a sentence of the channel are quoted', () => {
    const details = 'Your limit, INCREASED twice, was reset.';
    expect(warningNotice({ event: 'LIMIT_RESET' }).title).toBe('The channel reported a problem with this account');
    expect(warningWords({ event: 'LIMIT_RESET', details })).toEqual([
      'The channel says: “Limit reset”',
      `The channel says: “${details}”`,
    ]);
    expect(warningWords({ event: 'ACCOUNT_DELETED', details: null })).toEqual([]);
  });
});

const template = { status: 'APPROVED', rejected_reason: null, problem: null, quality: null };

describe('the words for a template', () => {
  it.each([
    ['APPROVED', 'Approved', 'ok'],
    ['PAUSED', 'Paused', 'warn'],
    ['rejected', 'Rejected', 'bad'],
    ['constructor', 'Constructor', 'off'],
    [null, 'Unknown', 'off'],
  ])('the status %s reads as %s', (status, words, tone) => {
    expect([statusWords(status), statusTone(status)]).toEqual([words, tone]);
  });

  it('an unknown category reads as a sentence and a missing one as a dash', () => {
    expect(categoryWords('AUTHENTICATION_INTERNATIONAL')).toBe('Authentication international');
    expect(categoryWords(null)).toBe('–');
  });

  it.each([
    [{}, undefined],
    [{ problem: 'it has no body' }, 'It cannot be sent: it has no body. Fix it at the channel, then sync.'],
    [{ status: 'REJECTED', rejected_reason: 'SCAM' }, 'The channel took the text for a scam.'],
    [{ status: 'REJECTED', rejected_reason: 'NEW_RULE' }, 'The channel says: New rule.'],
    [{ status: 'REJECTED' }, 'The channel rejected it and gave no reason.'],
    [{ quality: 'YELLOW' }, undefined],
    [
      { quality: 'RED' },
      expect.stringMatching(/^Its quality is low: customers block .* before the channel pauses it\.$/),
    ],
    [{ status: 'PENDING_DELETION', quality: 'RED' }, 'The channel deletes it. It can no longer be sent.'],
  ])('a template with %j has the reason %s', (row, reason) =>
    expect(reasonWords({ ...template, ...row })).toEqual(reason),
  );

  it.each([
    ['GREEN', 'high'],
    ['RED', 'low'],
    ['UNKNOWN', 'not rated yet'],
    ['VERY_LOW', 'very low'],
  ])('the quality %s reads as %s', (quality, words) => expect(qualityWords(quality)).toBe(words));

  it('the languages of a template are one entry, English first, and read as words', () => {
    const noText = { category: null, value_count: null, body: null, synced_at: '2026-11-15T12:00:00.000Z' };
    const of = (name: string, language: string) => ({ ...template, name, language, ...noText });
    const rows = byName([of('hello', 'de'), of('hello', 'en_US'), of('order', 'pt_BR')]);
    expect(rows.map((versions) => versions.map(({ language }) => languageName(language)))).toEqual([
      ['English (US)', 'German'],
      ['Portuguese (Brazil)'],
    ]);
    expect(languageName('not a language')).toBe('not a language');
  });

  it('the preview in the URL leads back to name and language', () => {
    const key = { name: 'order_update', language: 'zh-Hant_TW' };
    expect(parsePreview(toPreview(key))).toEqual(key);
  });
});

test.each([
  [2, 3, '67%'],
  [997, 1_000, '99%'],
  [1, 1_000, 'less than 1%'],
  [1_000, 1_000, '100%'],
  [0, 3, '0%'],
])('%i of %i are %s: all of them only if all are', (part, whole, words) => {
  expect(percent(part, whole)).toBe(words);
});
