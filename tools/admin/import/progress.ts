import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';
import {
  type ContactImport,
  type OnExisting,
  onExistingModes,
  type TagMode,
  tagModes,
} from '../../../functions/model/contacts/import.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { writeStateFile } from '../../local/private-files.ts';

export type ImportTotals = Omit<ContactImport, 'results'>;

const count = z.int().min(0);

const progress = z.object({
  workspace_id: z.string(),
  on_existing: z.enum(onExistingModes),
  tags: z.enum(tagModes),
  /** A hash of the file: another one starts over. */
  fingerprint: z.string(),
  /** The start of the first line that is not done; null before the first batch. */
  next: z.object({ line: count, index: count }).nullable(),
  /** The id of the batch that starts there. An interrupted batch is repeated under it and finds its own contacts. */
  batch_id: z.string(),
  report_bytes: count,
  totals: z.object({
    created: count,
    updated: count,
    unchanged: count,
    rejected: count,
    still_opted_out: z.optional(count),
  }),
});

export type Progress = z.output<typeof progress>;

const toProgressFile = (file: string): string => `${file}.progress.json`;

/** Returns the progress of an interrupted import of this file with the same settings, or that of a new one. */
export const readProgress = (file: string, workspaceId: string, onExisting: OnExisting, tags: TagMode): Progress => {
  const fresh: Progress = {
    workspace_id: workspaceId,
    on_existing: onExisting,
    tags,
    fingerprint: fingerprintOf(file),
    next: null,
    batch_id: newId(),
    report_bytes: 0,
    totals: { created: 0, updated: 0, unchanged: 0, rejected: 0 },
  };
  const stored = progress.safeParse(readJson(toProgressFile(file))).data;
  const isSame = (['workspace_id', 'on_existing', 'tags', 'fingerprint'] as const).every(
    (name) => stored?.[name] === fresh[name],
  );
  return stored && isSame ? stored : fresh;
};

export const saveProgress = (file: string, state: Progress): void => writeStateFile(toProgressFile(file), state);

export const removeProgress = (file: string): void => rmSync(toProgressFile(file), { force: true });

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const fingerprintOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
