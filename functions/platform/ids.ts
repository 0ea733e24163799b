import { createHash, randomBytes } from 'node:crypto';
import { clock } from './clock.ts';

/** The time of the newest id of this process, and how many ids before it have the same time. */
export const newest = { timeMs: 0, sequence: 0 };

/**
 * A UUIDv7 (RFC 9562): 48 bits of time, a 12-bit counter that orders the ids of one process within a millisecond, and
 * 62 random bits. Ids sort by creation time.
 */
export const newId = (): string => {
  const nowMs = clock.now();
  if (nowMs > newest.timeMs) {
    newest.timeMs = nowMs;
    newest.sequence = 0;
  } else {
    newest.sequence += 1;
    // Beyond 4,096 ids in a millisecond, or after the clock moved back, ids borrow from the next millisecond.
    if (newest.sequence > 0xfff) {
      newest.timeMs += 1;
      newest.sequence = 0;
    }
  }
  return uuidV7(newest.timeMs, newest.sequence, randomBytes(8));
};

/**
 * Deterministic: a UUIDv7 of this time whose other bits are a hash of the text. A `position` up to 4,095 orders the ids
 * of one millisecond.
 */
export const deriveId = (timeMs: number, text: string, position?: number): string => {
  const hash = createHash('sha256').update(text).digest();
  return uuidV7(timeMs, position ?? hash.readUInt16BE(8) & 0xfff, hash.subarray(0, 8));
};

/** No id is from before 1970. */
export const firstIdAt = (timeMs: number): string => uuidV7(Math.max(timeMs, 0), 0, Buffer.alloc(8));

export const idTimeMs = (id: string): number => Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);

const uuidV7 = (timeMs: number, counter: number, random: Uint8Array): string => {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(timeMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.set(random.subarray(0, 8), 8);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
