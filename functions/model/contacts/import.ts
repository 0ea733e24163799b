import * as z from 'zod/mini';
import { defaultedField, optionalField } from '../optional-field.ts';
import { toTagKey } from './tag.ts';

export const contactsPerImportMax = 500;

/** All tags of a workspace share a partition, which takes 1,000 writes a second. */
export const tagsPerImportMax = 1_000;

/** Returns a function that takes the tags of one entry after the other, and tells whether they still have room. */
export const createTagLimit = (): ((names?: readonly string[]) => boolean) => {
  const taken = new Set<string>();
  return (names = []) => {
    const added = new Set(names.map(toTagKey).filter((key) => !taken.has(key)));
    if (taken.size + added.size > tagsPerImportMax) return false;
    for (const key of added) taken.add(key);
    return true;
  };
};

export const onExistingModes = ['keep', 'update'] as const;

export type OnExisting = (typeof onExistingModes)[number];

/** Whether the tags of an entry are added to those that the contact has, or replace them. */
export const tagModes = ['add', 'replace'] as const;

export type TagMode = (typeof tagModes)[number];

/** This is only the frame: each entry is checked alone, so that one bad entry does not spoil the rest. */
export const contactImportInput = z.object({
  contacts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(contactsPerImportMax)),
  on_existing: defaultedField(z.enum(onExistingModes), 'keep'),
  tags: defaultedField(z.enum(tagModes), 'add'),
});

const rowsPerFileMax = 100_000;

/** One call of an import by a member: `rows` is how many the whole file has. */
export const memberImportInput = z.extend(contactImportInput, {
  rows: optionalField(z.int().check(z.minimum(1), z.maximum(rowsPerFileMax))),
  cursor: optionalField(z.string()),
  /** Checks the entries and stores nothing. */
  dry_run: optionalField(z.boolean()),
});

export const importStatuses = ['created', 'updated', 'unchanged', 'rejected'] as const;

export type ImportStatus = (typeof importStatuses)[number];

export const entryError = z.object({ code: z.string(), message: z.string() });

export const importResult = z.object({
  status: z.enum(importStatuses),
  contact_id: z.nullable(z.uuid()),
  error: z.nullable(entryError),
});

export type ImportResult = z.output<typeof importResult>;

const count = z.int().check(z.minimum(0));

export const contactImport = z.object({
  created: count,
  updated: count,
  unchanged: count,
  rejected: count,
  /** The results are in the order of the entries. */
  results: z.array(importResult),
});

/** The result of a member's import. Keys cannot say who gets broadcasts, so theirs lacks that count. */
export const memberContactImport = z.extend(contactImport, {
  /** How many entries say that a contact gets broadcasts who has opted out and stays so. */
  still_opted_out: z.optional(count),
});

export type ContactImport = z.output<typeof memberContactImport>;
