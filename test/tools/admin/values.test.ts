import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import { scopes } from '../../../functions/model/access/scope.ts';
import { clock } from '../../../functions/platform/clock.ts';
import {
  accountId,
  apiVersion,
  baseUrl,
  count,
  country,
  futureTime,
  id,
  listOf,
  name,
  pastTime,
  quota,
} from '../../../tools/admin/values.ts';

const refuse = (schema: z.ZodType, text: string): string | undefined =>
  schema.safeParse(text).error?.issues[0]?.message;

const uuid = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';
const now = '2026-11-15T00:00:00.000Z';
const noPaths = ['', '..', 'a/b', '..%2f', 'a b', 'x'.repeat(101)];
const localTimes = ['2030-01-31', '2030-01-31T12:00:00', '1900000000'];
const noTimes = ['', 'tomorrow', ...localTimes, '2030-13-01T00:00:00Z', '2030-02-30T00:00:00Z'];

interface Value {
  what: string;
  schema: z.ZodType;
  /** The stored value by text. */
  accepted: Record<string, unknown>;
  refused: readonly string[];
  message: RegExp;
}

const values: Value[] = [
  {
    what: 'an id',
    schema: id,
    accepted: { [uuid]: uuid, [uuid.toUpperCase()]: uuid },
    refused: ['', 'abc', `${uuid}0`, uuid.replaceAll('-', ''), `${uuid}#KEY`],
    message: /^must be a UUID, not "/,
  },
  {
    what: 'a name',
    schema: name(80),
    accepted: { '  Acme ': 'Acme', ['x'.repeat(80)]: 'x'.repeat(80), ['🎈'.repeat(80)]: '🎈'.repeat(80) },
    refused: ['', '   ', 'x'.repeat(81), '🎈'.repeat(81)],
    message: /^must have 1 to 80 characters\.$/,
  },
  {
    what: 'a monthly quota',
    schema: quota,
    accepted: { '0': 0, '250': 250, none: null },
    refused: ['', '-1', '1.5', '1e3', ' 5', 'None', '0x10', '99999999999999999999'],
    message: /^must be a whole number from 0, or none, not "/,
  },
  {
    what: 'a count',
    schema: count(10, 1_000),
    accepted: { '10': 10, '1000': 1_000 },
    refused: ['9', '1001', '8e1', '-10', '10.5', ''],
    message: /^must be a whole number from 10 to 1000, not "/,
  },
  {
    what: 'a country',
    schema: country,
    accepted: { DE: 'DE', us: 'US', ' GB ': 'GB', XK: 'XK', SS: 'SS' },
    refused: ['', 'D', 'DEU', 'Germany', 'XX', 'ZZ', 'EU', 'UK', 'SU', 'AN', 'XA', '49', '419', 'D1', 'ÄÖ'],
    message: /^must be the ISO 3166 code of a country/,
  },
  {
    what: 'a list of scopes',
    schema: listOf('scope', scopes),
    accepted: {
      'messages:send': ['messages:send'],
      'contacts:write, contacts:read': ['contacts:write', 'contacts:read'],
      'messages:send,messages:send': ['messages:send'],
      '': [],
      all: [...scopes],
    },
    refused: ['nonsense', 'messages:send,nonsense', 'Messages:Send', 'messages:send,', 'all,messages:send', 'none'],
    message: /^has the unknown scope ".*"\. Use all, or some of messages:send, .*webhooks:manage\.$/,
  },
  {
    what: 'a time in the future',
    schema: futureTime,
    accepted: {
      '2030-01-31T12:00:00Z': '2030-01-31T12:00:00.000Z',
      '2030-01-31T12:00Z': '2030-01-31T12:00:00.000Z',
      '2030-01-31T12:00:00.5+02:00': '2030-01-31T10:00:00.500Z',
    },
    refused: noTimes,
    message: /^must be a date and time with its zone, such as /,
  },
  {
    what: 'the base URL of a channel',
    schema: baseUrl,
    accepted: {
      'https://graph.facebook.com/': 'https://graph.facebook.com',
      'https://proxy.example.com/graph/': 'https://proxy.example.com/graph',
      'http://127.0.0.1:4100': 'http://127.0.0.1:4100',
      'http://[::1]:4100': 'http://[::1]:4100',
    },
    refused: [
      ...['', 'graph.facebook.com', 'http://graph.facebook.com', 'http://127.0.0.1.example.com'],
      ...['ftp://graph.facebook.com', 'https://user:pass@graph.facebook.com'],
      ...['https://graph.facebook.com?a=b', 'https://graph.facebook.com#a'],
    ],
    message: /^must be an https URL/,
  },
  {
    what: 'the account id in a channel path',
    schema: accountId,
    accepted: { '106540352242922': '106540352242922' },
    refused: noPaths,
    message: /^must have 1 to 100 letters/,
  },
  {
    what: 'the API version in a channel path',
    schema: apiVersion,
    accepted: { 'v25.0': 'v25.0' },
    refused: noPaths,
    message: /^must be a version such as v25\.0/,
  },
];

beforeEach(() => void vi.spyOn(clock, 'now').mockReturnValue(Date.parse(now)));
afterEach(() => vi.restoreAllMocks());

it.each(values)('$what is accepted in each of its forms and stored in one', ({ schema, accepted }) => {
  const parsed = Object.keys(accepted).map((text) => [text, schema.safeParse(text).data]);
  expect(Object.fromEntries(parsed)).toEqual(accepted);
});

it.each(values)('$what is refused with what it must be', ({ schema, refused, message }) => {
  expect(refused.map((text) => [text, refuse(schema, text)])).toEqual(
    refused.map((text) => [text, expect.stringMatching(message)]),
  );
});

it('a time in the future is later than now', () => {
  expect(futureTime.parse('2026-11-15T00:00:00.001Z')).toBe('2026-11-15T00:00:00.001Z');
  expect(refuse(futureTime, now)).toBe(`must be in the future, not "${now}".`);
});

it('a time in the past is now or earlier', () => {
  expect(pastTime.parse(now)).toBe(now);
  expect(refuse(pastTime, '2026-11-15T00:00:00.001Z')).toMatch(/^must be in the past/);
});
