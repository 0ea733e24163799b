import * as z from 'zod/mini';

export const tag = z.object({ id: z.uuid(), name: z.string(), color: z.string() });

export type Tag = z.output<typeof tag>;

/** Trimmed and normalized, so equal names are equal strings. */
export const tagName = z.string().check(z.trim(), z.normalize('NFC'), z.minLength(1), z.maxLength(80));

/**
 * A transaction has at most 100 parts. One change may create 30 tags, add 30 tag rows, remove 30, and update
 * the contact and its conversations.
 */
export const tagsMax = 30;

export const toTagKey = (name: string): string => name.toLowerCase();

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

/** Derived from the name, so requests that create the same tag concurrently agree on it. */
export const pickColor = (name: string): string => {
  const hash = [...toTagKey(name)].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 0);
  return palette[hash % palette.length] ?? palette[0];
};
