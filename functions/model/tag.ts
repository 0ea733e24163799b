import * as z from 'zod/mini';

export const tag = z.object({ id: z.uuid(), name: z.string(), color: z.string() });

export type Tag = z.output<typeof tag>;

/** A tag's name as a caller sends it: kept trimmed and composed, so that equal names are equal strings. */
export const tagName = z.string().check(z.trim(), z.normalize('NFC'), z.minLength(1), z.maxLength(80));

/**
 * A contact's most tags. A change may make 30 tags, add the contact to 30 lists and take it off 30 others, with the
 * contact and its conversations, in one transaction, which has at most 100 parts.
 */
export const tagsMax = 30;

/** What makes a tag's name unique in its workspace. */
export const toTagKey = (name: string): string => name.toLowerCase();

/** Each tag once, in the first of its spellings. */
export const distinctTagNames = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.findIndex((candidate) => toTagKey(candidate) === toTagKey(name)) === index);

const palette = [
  '#ef4444',
  '#f97316',
  '#f59e0b',
  '#84cc16',
  '#22c55e',
  '#14b8a6',
  '#06b6d4',
  '#3b82f6',
  '#6366f1',
  '#8b5cf6',
  '#d946ef',
  '#ec4899',
] as const;

/** The colour follows from the name, so that callers who make a tag at the same time agree on it. */
export const pickColor = (name: string): string => {
  const hash = [...toTagKey(name)].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 0);
  return palette[hash % palette.length] ?? palette[0];
};
