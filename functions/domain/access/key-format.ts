import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefixOfOurs = 'svc_live_';
const prefixOfLegacy = 'legacy_live_';

/**
 * A new key: the prefix, 256 random bits in base 62 (43 characters) and their CRC-32 (6 characters). The checksum lets
 * a mistyped or invented key be refused without asking the table; it protects nothing by itself.
 */
export const makeKey = (): string => {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return `${prefixOfOurs}${secret}${checksumOf(secret)}`;
};

/** Whether this text can be a key at all. Keys from before the rename carry no checksum. */
export const looksLikeKey = (text: string): boolean => {
  const ours = /^svc_live_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text);
  if (ours?.[1]) return checksumOf(ours[1]) === ours[2];
  return looksLikeLegacyKey(text);
};

export const looksLikeLegacyKey = (text: string): boolean => /^legacy_live_[0-9A-Za-z_-]{8,200}$/.test(text);

/** What is kept of a key: enough to find it by, not enough to use it. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What lists show of a key: its kind and its first four characters. */
export const displayPrefixOf = (key: string): string => {
  const prefix = key.startsWith(prefixOfLegacy) ? prefixOfLegacy : prefixOfOurs;
  return key.slice(0, prefix.length + 4);
};

const checksumOf = (secret: string): string => base62(BigInt(crc32(secret)), 6);

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const base62 = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text.padStart(length, '0');
};
