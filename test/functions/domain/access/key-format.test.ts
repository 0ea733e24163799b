import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateKey, hashKey, looksLikeKey, toDisplayPrefix } from '../../../../functions/domain/access/key-format.ts';

describe('a new key', () => {
  it('a new key has the prefix, 43 characters for 256 random bits and 6 of checksum', () => {
    expect(generateKey()).toMatch(/^svc_live_[0-9A-Za-z]{49}$/);
  });

  it('new keys are unique', () => expect(new Set(Array.from({ length: 1_000 }, generateKey)).size).toBe(1_000));

  it('a new key looks like a key unless any character is changed', () => {
    const key = generateKey();
    expect(looksLikeKey(key)).toBe(true);
    for (let place = 'svc_live_'.length; place < key.length; place += 1) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(looksLikeKey(`${key.slice(0, place)}${other}${key.slice(place + 1)}`)).toBe(false);
    }
  });

  it('the checksum is the CRC-32 of the random characters, in base 62', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const key = generateKey();
    const checksum = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(checksum).toBe(crc32(key.slice('svc_live_'.length, -6)));
  });

  it('the display prefix has the kind of the key and four characters', () => {
    expect(toDisplayPrefix('svc_live_abcdefgh')).toBe('svc_live_abcd');
    expect(toDisplayPrefix('legacy_live_abcdefgh')).toBe('legacy_live_abcd');
  });

  it('a key is stored as its SHA-256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('looksLikeKey', () => {
  it('legacy keys without a checksum look like keys', () => {
    expect(looksLikeKey('legacy_live_0123456789abcdef')).toBe(true);
    expect(looksLikeKey('legacy_live_')).toBe(false);
    expect(looksLikeKey('legacy_live_with spaces in it')).toBe(false);
  });

  it('no other text looks like a key', () => {
    const other = fc.oneof(fc.string(), fc.stringMatching(/^svc_live_[0-9A-Za-z]{0,48}$/));
    fc.assert(
      fc.property(other, (text) => {
        expect(looksLikeKey(text)).toBe(false);
      }),
    );
  });
});
