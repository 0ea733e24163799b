import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import * as z from 'zod';
import { type ContactImport, type OnExisting, onExistingModes } from '../../../functions/model/contact-import.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { writeStateFile } from '../../local/state-file.ts';

export type ImportTotals = Omit<ContactImport, 'results'>;

const count = z.int().min(0);

const progress = z.object({
  workspace_id: z.string(),
  on_existing: z.enum(onExistingModes),
  /** Of the size and the start of the file: another file starts over. */
  fingerprint: z.string(),
  /** The last line that is done. */
  line: count,
  /** Of the batch after it. An interrupted one is repeated under the same id and finds its own contacts. */
  batch_id: z.string(),
  report_bytes: count,
  totals: z.object({ created: count, updated: count, unchanged: count, rejected: count }),
});

export type Progress = z.output<typeof progress>;

const toProgressFile = (file: string): string => `${file}.progress.json`;

/** Of an interrupted import of this file with the same settings, or that of a new one. */
export const readProgress = (file: string, workspaceId: string, onExisting: OnExisting): Progress => {
  const fresh: Progress = {
    workspace_id: workspaceId,
    on_existing: onExisting,
    fingerprint: fingerprintOf(file),
    line: 0,
    batch_id: newId(),
    report_bytes: 0,
    totals: { created: 0, updated: 0, unchanged: 0, rejected: 0 },
  };
  const stored = progress.safeParse(readJson(toProgressFile(file))).data;
  const isSame = (['workspace_id', 'on_existing', 'fingerprint'] as const).every((name) => stored?.[name] === fresh[name]);
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

const startBytes = 64 * 1024;

const fingerprintOf = (file: string): string => {
  const start = Buffer.alloc(startBytes);
  const descriptor = openSync(file, 'r');
  const length = readSync(descriptor, start, 0, startBytes, 0);
  closeSync(descriptor);
  return createHash('sha256').update(`${statSync(file).size}\n`).update(start.subarray(0, length)).digest('hex');
};
