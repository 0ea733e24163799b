import { clock, isoTime } from '../../platform/clock.ts';

/** Readers for payloads that differ from their documentation. None throws: a value of another type reads as absent. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const findObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

export const readObject = (value: unknown): JsonObject => findObject(value) ?? {};

export const readPath = (value: unknown, ...path: string[]): unknown =>
  path.reduce((parent, name) => readObject(parent)[name], value);

export const readArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Twice the longest text that a channel allows; bounds queue payloads and stored items. */
const textLengthMax = 8_192;

/** An empty string becomes null. A lone surrogate becomes U+FFFD, as it does on the wire. */
export const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, textLengthMax).toWellFormed() : null;

/** This is longer than any channel's ids and short enough for a DynamoDB key. */
const idBytesMax = 1_000;

export const readId = (value: unknown): string | null => {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : readText(value);
  return id !== null && Buffer.byteLength(id) <= idBytesMax ? id : null;
};

/** Later years have five digits in ISO 8601 and would no longer sort as text. */
const timeMsMax = Date.UTC(10_000, 0, 1);

/** This is the year 5138 in seconds and 1973 in milliseconds, so it tells the two units apart. */
const secondsMax = 1e11;

/** A Unix time in seconds or milliseconds, as text or number; now if it is unreadable. */
export const readTime = (value: unknown): string => {
  const time = /^\d{1,16}$/.test(readId(value) ?? '') ? Number(value) : 0;
  const timeMs = time < secondsMax ? time * 1000 : time;
  return isoTime(timeMs > 0 && timeMs < timeMsMax ? timeMs : clock.now());
};
