import { afterEach, describe, expect, it, vi } from 'vitest';
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

describe('an id', () => {
  const uuid = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';

  it('an id is accepted in either case and stored in lower case', () => {
    expect(id.parse(uuid.toUpperCase())).toBe(uuid);
  });

  it.each(['', 'abc', `${uuid}0`, uuid.replaceAll('-', ''), `${uuid}#KEY`])('an id cannot be %j', (text) => {
    expect(refuse(id, text)).toMatch(/^must be a UUID, not "/);
  });
});

describe('a name', () => {
  it('a name is trimmed', () => {
    expect(name(80).parse('  Acme ')).toBe('Acme');
    expect(name(80).parse('x'.repeat(80))).toHaveLength(80);
  });

  it('a name is measured in code points', () => {
    expect(name(80).parse('🎈'.repeat(80))).toBe('🎈'.repeat(80));
    expect(refuse(name(80), '🎈'.repeat(81))).toBe('must have 1 to 80 characters.');
  });

  it.each([[''], ['   '], ['x'.repeat(81)]])('a name cannot be %j', (text) => {
    expect(refuse(name(80), text)).toBe('must have 1 to 80 characters.');
  });
});

describe('a monthly quota', () => {
  it.each([
    ['0', 0],
    ['250', 250],
    ['none', null],
  ] as const)('a monthly quota reads %s as %j', (text, value) => {
    expect(quota.parse(text)).toBe(value);
  });

  it.each(['', '-1', '1.5', '1e3', ' 5', 'None', '0x10', '99999999999999999999'])(
    'a monthly quota cannot be %j',
    (text) => {
      expect(refuse(quota, text)).toMatch(/^must be a whole number from 0, or none, not "/);
    },
  );
});

describe('a count', () => {
  it.each(['10', '1000'])('a count within its bounds can be %s', (text) => {
    expect(count(10, 1_000).parse(text)).toBe(Number(text));
  });

  it.each(['9', '1001', '8e1', '-10', '10.5', ''])('a count cannot be %j', (text) => {
    expect(refuse(count(10, 1_000), text)).toMatch(/^must be a whole number from 10 to 1000, not "/);
  });
});

describe('a country', () => {
  it.each([
    ['DE', 'DE'],
    ['us', 'US'],
    [' GB ', 'GB'],
    ['XK', 'XK'],
    ['SS', 'SS'],
  ])('a country reads %j as %s', (text, code) => {
    expect(country.parse(text)).toBe(code);
  });

  it.each(['', 'D', 'DEU', 'Germany', 'XX', 'ZZ', 'EU', 'UK', 'SU', 'AN', 'XA', '49', '419', 'D1', 'ÄÖ'])(
    'a country cannot be %j',
    (text) => {
      expect(refuse(country, text)).toMatch(/^must be the ISO 3166 code of a country/);
    },
  );

  it('a country is one of the 249 of ISO 3166-1, or Kosovo', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter((code) => country.safeParse(code).success)).toHaveLength(250);
  });
});

describe('a list of scopes', () => {
  const scopeList = listOf('scope', scopes);

  it.each([
    ['messages:send', ['messages:send']],
    ['contacts:write, contacts:read', ['contacts:write', 'contacts:read']],
    ['messages:send,messages:send', ['messages:send']],
    ['', []],
    ['all', [...scopes]],
  ])('a list of scopes reads %j as %j', (text, list) => {
    expect(scopeList.parse(text)).toEqual(list);
  });

  it.each(['nonsense', 'messages:send,nonsense', 'Messages:Send', 'messages:send,', 'all,messages:send', 'none'])(
    'a list of scopes refuses %j and lists the scopes',
    (text) => {
      expect(refuse(scopeList, text)).toMatch(
        /^has the unknown scope ".*"\. Use all, or some of messages:send, .*webhooks:manage\.$/,
      );
    },
  );
});

describe('a time', () => {
  const now = '2026-11-15T00:00:00.000Z';
  const holdClock = () => void vi.spyOn(clock, 'now').mockReturnValue(Date.parse(now));
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.5+02:00', '2030-01-31T10:00:00.500Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('a time reads %s as %s', (text, stored) => {
    holdClock();
    expect(futureTime.parse(text)).toBe(stored);
  });

  it.each([
    '',
    'tomorrow',
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-13-01T00:00:00Z',
    '2030-02-30T00:00:00Z',
    '1900000000',
  ])('a time cannot be %j', (text) => {
    expect(refuse(futureTime, text)).toMatch(/^must be a date and time with its zone, such as /);
    expect(refuse(pastTime, text)).toMatch(/^must be a date and time with its zone, such as /);
  });

  it('a time in the future is later than now', () => {
    holdClock();
    expect(futureTime.parse('2026-11-15T00:00:00.001Z')).toBe('2026-11-15T00:00:00.001Z');
    expect(refuse(futureTime, now)).toBe(`must be in the future, not "${now}".`);
  });

  it('a time in the past is now or earlier', () => {
    holdClock();
    expect(pastTime.parse(now)).toBe(now);
    expect(refuse(pastTime, '2026-11-15T00:00:00.001Z')).toMatch(/^must be in the past/);
  });
});

describe('the base URL of a channel', () => {
  it.each([
    ['https://graph.facebook.com', 'https://graph.facebook.com'],
    ['https://graph.facebook.com/', 'https://graph.facebook.com'],
    ['https://proxy.example.com/graph/', 'https://proxy.example.com/graph'],
    ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
    ['http://localhost:4100', 'http://localhost:4100'],
    ['http://[::1]:4100', 'http://[::1]:4100'],
  ])('the base URL of a channel can be %s', (text, url) => {
    expect(baseUrl.parse(text)).toBe(url);
  });

  it.each([
    '',
    'graph.facebook.com',
    'http://graph.facebook.com',
    'http://127.0.0.1.example.com',
    'ftp://graph.facebook.com',
    'https://user:pass@graph.facebook.com',
    'https://graph.facebook.com?a=b',
    'https://graph.facebook.com#a',
  ])('the base URL of a channel cannot be %j', (text) => {
    expect(refuse(baseUrl, text)).toMatch(/^must be an https URL/);
  });
});

describe('a part of a channel path', () => {
  it('a part of a channel path can be an account id or an API version', () => {
    expect(accountId.parse('106540352242922')).toBe('106540352242922');
    expect(apiVersion.parse('v25.0')).toBe('v25.0');
  });

  it.each(['', '..', 'a/b', '..%2f', 'a b', 'x'.repeat(101)])('a part of a channel path cannot be %j', (text) => {
    expect(refuse(accountId, text)).toMatch(/^must have 1 to 100 letters/);
    expect(refuse(apiVersion, text)).toMatch(/^must be a version such as v25\.0/);
  });
});
