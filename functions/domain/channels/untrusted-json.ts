import { clock, isoTime } from '../../platform/clock.ts';

/**
 * Readers for what comes from outside in more shapes than are documented. None of them throws: a value of another kind
 * reads as absent.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export const findObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

export const readObject = (value: unknown): JsonObject => findObject(value) ?? {};

/** The value at the end of a path of names, if all of it is there. */
export const readPath = (value: unknown, ...path: string[]): unknown =>
  path.reduce((parent, name) => readObject(parent)[name], value);

export const readArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Twice what a channel lets anybody write: a bound for what is queued and stored. */
const textLengthMax = 8_192;

/** Text that says something: an empty one counts as none. Half a surrogate pair becomes U+FFFD, as on the wire. */
export const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, textLengthMax).toWellFormed() : null;

/** Longer than any id that a channel gives, and short enough for a key of the table. */
const idBytesMax = 1_000;

/** An id, which some payloads write as a number. */
export const readId = (value: unknown): string | null => {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : readText(value);
  return id !== null && Buffer.byteLength(id) <= idBytesMax ? id : null;
};

/** The end of the years that ISO 8601 writes with four digits, so that times sort as text. */
const timeMsMax = Date.UTC(10_000, 0, 1);

/** Seconds reach this number in the year 5138, milliseconds reached it in 1973. */
const secondsMax = 1e11;

/** A Unix time in seconds or milliseconds, as text or number. A time that cannot be read is the time of reading. */
export const readTime = (value: unknown): string => {
  const time = /^\d{1,16}$/.test(readId(value) ?? '') ? Number(value) : 0;
  const timeMs = time < secondsMax ? time * 1000 : time;
  return isoTime(timeMs > 0 && timeMs < timeMsMax ? timeMs : clock.now());
};
