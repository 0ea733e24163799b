import * as z from 'zod/mini';
import { toNameKey, uniqueName } from '../unique-name.ts';

export const tag = z.object({ id: z.uuid(), name: z.string(), color: z.string() });

export type Tag = z.output<typeof tag>;

export const tagName = uniqueName;

/**
 * A transaction has at most 100 parts. One change may create 30 tags, add 30 tag rows, remove 30, and update
 * the contact, its external id and its conversations.
 */
export const tagsMax = 30;

export const toTagKey = toNameKey;

export const distinctTagNames = (names: readonly string[]): string[] => {
  const firstSpellings = new Map<string, string>();
  for (const name of names) {
    const key = toTagKey(name);
    if (!firstSpellings.has(key)) firstSpellings.set(key, name);
  }
  return [...firstSpellings.values()];
};

export const palette = [
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
export const pickColor = (name: string): (typeof palette)[number] => {
  const hash = [...toTagKey(name)].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 0);
  return palette[hash % palette.length] ?? palette[0];
};
