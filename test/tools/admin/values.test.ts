import { afterEach, describe, expect, it, vi } from 'vitest';
import { scopes } from '../../../functions/model/scope.ts';
import { clock } from '../../../functions/platform/clock.ts';
import {
  readAccountId,
  readApiVersion,
  readBaseUrl,
  readChoice,
  readCountry,
  readFutureTime,
  readId,
  readLimit,
  readName,
  readScopes,
} from '../../../tools/admin/values.ts';

const refusal = (sentence: string | RegExp) =>
  expect.objectContaining({ code: 'wrong_usage', message: expect.stringMatching(sentence) });

describe('an id', () => {
  const id = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';

  it('is taken in either case and stored in lower case', () => {
    expect(readId(id.toUpperCase(), '<id>')).toBe(id);
  });

  it.each(['', 'abc', `${id}0`, id.replaceAll('-', ''), `${id}#KEY`])('is not %j', (typed) => {
    expect(() => readId(typed, '<id>')).toThrow(refusal(/^<id> must be a UUID/));
  });
});

describe('a name', () => {
  it('is trimmed', () => {
    expect(readName('  Acme ', '--name', 80)).toBe('Acme');
  });

  it.each([['x'], ['x'.repeat(80)]])('may be %s', (typed) => {
    expect(readName(typed, '--name', 80)).toBe(typed);
  });

  it.each([[''], ['   '], ['x'.repeat(81)]])('may not be %j', (typed) => {
    expect(() => readName(typed, '--name', 80)).toThrow(refusal('--name must have 1 to 80 characters.'));
  });
});

describe('a choice', () => {
  it('is one of the choices', () => {
    expect(readChoice('on', '--x', ['on', 'off'])).toBe('on');
    expect(() => readChoice('On', '--x', ['on', 'off'])).toThrow(refusal('--x must be on or off, not "On".'));
  });
});

describe('a monthly limit', () => {
  it.each([
    ['0', 0],
    ['250', 250],
    ['none', null],
  ] as const)('reads %s', (typed, limit) => {
    expect(readLimit(typed, '--n')).toBe(limit);
  });

  it.each(['', '-1', '1.5', '1e3', ' 5', 'None', '0x10', '99999999999999999999'])('is not %j', (typed) => {
    expect(() => readLimit(typed, '--n')).toThrow(refusal(/^--n must be a whole number/));
  });
});

describe('a country', () => {
  it.each([
    ['DE', 'DE'],
    ['us', 'US'],
    [' GB ', 'GB'],
    ['XK', 'XK'],
    ['SS', 'SS'],
  ])('reads %j', (typed, code) => {
    expect(readCountry(typed, '--country')).toBe(code);
  });

  it.each(['', 'D', 'DEU', 'Germany', 'XX', 'ZZ', 'EU', 'UK', 'SU', 'AN', 'XA', '49', '419', 'D1', 'ÄÖ'])(
    'is not %j',
    (typed) => {
      expect(() => readCountry(typed, '--country')).toThrow(refusal(/^--country must be the ISO 3166 code/));
    },
  );

  it('is one of the 249 of ISO 3166-1, or Kosovo', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter(isCountry)).toHaveLength(250);
  });
});

const isCountry = (code: string): boolean => {
  try {
    return readCountry(code, '--country') === code;
  } catch {
    return false;
  }
};

describe('scopes', () => {
  it.each([
    ['messages:send', ['messages:send']],
    ['contacts:write, contacts:read', ['contacts:write', 'contacts:read']],
    ['messages:send,messages:send', ['messages:send']],
    ['', []],
    ['all', [...scopes]],
  ])('reads %j', (typed, chosen) => {
    expect(readScopes(typed, '--scopes')).toEqual(chosen);
  });

  it.each(['nonsense', 'messages:send,nonsense', 'Messages:Send', 'messages:send,', 'all,messages:send', 'none'])(
    'refuses %j and lists the scopes',
    (typed) => {
      expect(() => readScopes(typed, '--scopes')).toThrow(
        refusal(/unknown scope .*; the scopes are messages:send, .*webhooks:manage\.$/),
      );
    },
  );
});

describe('a time to come', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.5+02:00', '2030-01-31T10:00:00.500Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('stores %s as %s', (typed, stored) => {
    vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-15T00:00:00Z'));
    expect(readFutureTime(typed, '--expires-at')).toBe(stored);
  });

  it.each([
    '',
    'tomorrow',
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-13-01T00:00:00Z',
    '2030-02-30T00:00:00Z',
    '1900000000',
  ])('is not %j', (typed) => {
    expect(() => readFutureTime(typed, '--expires-at')).toThrow(
      refusal(/^--expires-at must be a date and time with its zone/),
    );
  });

  it('is after now', () => {
    vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-15T00:00:00Z'));
    expect(readFutureTime('2026-11-15T00:00:00.001Z', '--at')).toBe('2026-11-15T00:00:00.001Z');
    expect(() => readFutureTime('2026-11-15T00:00:00Z', '--at')).toThrow(refusal(/^--at must be in the future/));
  });
});

describe('the address of a channel', () => {
  it.each([
    ['https://graph.facebook.com', 'https://graph.facebook.com'],
    ['https://graph.facebook.com/', 'https://graph.facebook.com'],
    ['https://proxy.example.com/graph/', 'https://proxy.example.com/graph'],
    ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
    ['http://localhost:4100', 'http://localhost:4100'],
    ['http://[::1]:4100', 'http://[::1]:4100'],
  ])('may be %s', (typed, url) => {
    expect(readBaseUrl(typed, '--base-url')).toBe(url);
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
  ])('may not be %j', (typed) => {
    expect(() => readBaseUrl(typed, '--base-url')).toThrow(refusal('--base-url must be an https URL'));
  });
});

describe('what goes into the path of a channel', () => {
  it('may be an id or a version', () => {
    expect(readAccountId('106540352242922', '--id')).toBe('106540352242922');
    expect(readApiVersion('v25.0', '--api-version')).toBe('v25.0');
  });

  it.each(['', '..', 'a/b', '..%2f', 'a b', 'x'.repeat(101)])('may not be %j', (typed) => {
    expect(() => readAccountId(typed, '--id')).toThrow(refusal('--id must have 1 to 100'));
    expect(() => readApiVersion(typed, '--api-version')).toThrow(refusal('--api-version must be a version'));
  });
});
