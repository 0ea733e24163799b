import { createHmac, randomBytes } from 'node:crypto';
import { sha256Hex } from '../../platform/sha256.ts';
import type { StoredApiKey } from '../../table/access/api-keys.ts';

const currentPrefix = 'svc_live_';
const legacyPrefix = 'legacy_live_';

/**
 * The prefix, 256 random bits in base 62 (43 characters) and their CRC-32 (6 characters). The checksum rejects mistyped
 * keys without a read; it is no protection.
 */
export const generateKey = (): string => {
  const secret = encodeBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return `${currentPrefix}${secret}${computeChecksum(secret)}`;
};

export const looksLikeKey = (text: string): boolean => {
  const match = /^svc_live_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text);
  if (match?.[1]) return computeChecksum(match[1]) === match[2];
  return looksLikeLegacyKey(text);
};

/** Shorter keys were issued and still work, but no more of them are taken over: they could be guessed. */
export const importedCharactersMin = 24;

export const isLongEnoughToImport = (legacyKey: string): boolean =>
  legacyKey.length >= legacyPrefix.length + importedCharactersMin;

export const looksLikeLegacyKey = (text: string): boolean => /^legacy_live_[0-9A-Za-z_-]{8,200}$/.test(text);

export const hashKey = (key: string): string => sha256Hex(key);

/**
 * Binds what a key may do to the key itself, which is stored nowhere: a function that may write the item cannot widen it,
 * and a revocation, which breaks the seal, cannot be undone.
 */
export const sealKey = (key: string, { id, workspace_id, scopes, expires_at, networks }: SealedFields): string =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        id,
        workspace_id,
        scopes,
        expires_at ?? null,
        networks?.map(({ cidr, lowest, highest }) => [cidr, lowest, highest]) ?? null,
      ]),
    )
    .digest('base64url');

type SealedFields = Pick<StoredApiKey, 'id' | 'workspace_id' | 'scopes' | 'expires_at' | 'networks'>;

export const toDisplayPrefix = (key: string): string => {
  const prefix = key.startsWith(legacyPrefix) ? legacyPrefix : currentPrefix;
  return key.slice(0, prefix.length + 4);
};

const computeChecksum = (secret: string): string => encodeBase62(BigInt(crc32(secret)), 6);

/** `node:zlib` has it too, but takes milliseconds to load, and every call needs nothing else of it. */
const crc32 = (text: string): number => {
  let crc = ~0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
};

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const encodeBase62 = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text.padStart(length, '0');
};
