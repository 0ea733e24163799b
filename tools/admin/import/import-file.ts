import { appendFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import {
  type ContactImport,
  contactsPerImportMax,
  createTagLimit,
  type OnExisting,
} from '../../../functions/model/contacts/import.ts';
import { toCsv } from '../../../functions/model/csv.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { retry } from '../../../functions/platform/retry.ts';
import { AdminError } from '../admin-error.ts';
import { type ContactRow, openContactFile } from './contact-rows.ts';
import { type ImportTotals, type Progress, readProgress, removeProgress, saveProgress } from './progress.ts';

export interface FileImport {
  file: string;
  workspace: string;
  onExisting: OnExisting;
  rejected: string;
}

/** Batch by batch. After each the progress is saved, so an interrupted import goes on with the batch it was at. */
export const importFile = async (
  { file, workspace, onExisting, rejected }: FileImport,
  onProgress: (fraction: number, totals: ImportTotals) => void,
) => {
  requireFile(file, rejected);
  let progress = readProgress(file, workspace, onExisting);
  const resumedAfterLine = progress.next === null ? null : progress.next.line - 1;
  const { header, ignoredColumns, firstRow, length, readRows } = openContactFile(file);
  const report = openRejectedLines(rejected, header, progress.report_bytes);
  saveProgress(file, progress);
  for (const batch of toBatches(readRows(progress.next ?? firstRow))) {
    const result = await importBatch(workspace, progress, batch);
    report.append(listRejected(batch, result));
    progress = {
      ...progress,
      next: batch.at(-1)?.next ?? progress.next,
      batch_id: newId(),
      report_bytes: report.bytes(),
      totals: addTotals(progress.totals, result),
    };
    saveProgress(file, progress);
    onProgress(Math.min(1, (progress.next?.index ?? 0) / length), progress.totals);
  }
  removeProgress(file);
  return {
    ...progress.totals,
    resumed_after_line: resumedAfterLine,
    ignored_columns: ignoredColumns,
    rejected_lines: report.removeIfEmpty(),
  };
};

const requireFile = (file: string, rejected: string): void => {
  if (!existsSync(file)) throw new AdminError('no_file', `There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new AdminError('no_file', `${file} is not a file.`);
  if (resolve(file) === resolve(rejected))
    throw new AdminError('bad_file', 'The rejected lines would overwrite the file. Name another one with --rejected.');
};

const backoff = { attemptsMax: 5, baseMs: 250 };

/** Again while the table is too busy for some of the entries: those that are stored cost only a read. */
const importBatch = (workspaceId: string, { batch_id, on_existing }: Progress, rows: readonly ContactRow[]) =>
  retry(
    backoff,
    async () => {
      const entries = rows.map(({ contact }) => contact);
      const result = await importContacts(workspaceId, batch_id, entries, {
        onExisting: on_existing,
        endsByMs: Number.POSITIVE_INFINITY,
      });
      return result.results.some(({ error }) => error?.code === 'internal') ? undefined : result;
    },
    () => new AdminError('busy', 'The table is too busy. Run the command again later: it goes on where it stopped.'),
  );

const listRejected = (rows: readonly ContactRow[], { results }: ContactImport): RejectedLine[] =>
  rows.flatMap(({ line, cells }, index) => {
    const reason = results[index]?.error?.message;
    return reason === undefined ? [] : { line, reason, cells };
  });

const addTotals = (totals: ImportTotals, { created, updated, unchanged, rejected }: ImportTotals): ImportTotals => ({
  created: totals.created + created,
  updated: totals.updated + updated,
  unchanged: totals.unchanged + unchanged,
  rejected: totals.rejected + rejected,
});

/** Each has room for the tags of its contacts. */
export function* toBatches(rows: Iterable<ContactRow>): Generator<ContactRow[]> {
  let batch: ContactRow[] = [];
  let hasRoomForTags = createTagLimit();
  for (const row of rows) {
    const tags = row.contact instanceof ApiError ? [] : row.contact.tags;
    if (batch.length === contactsPerImportMax || !hasRoomForTags(tags)) {
      yield batch;
      batch = [];
      hasRoomForTags = createTagLimit();
      hasRoomForTags(tags);
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}

interface RejectedLine {
  line: number;
  reason: string;
  cells: readonly string[];
}

interface RejectedLines {
  append: (lines: readonly RejectedLine[]) => void;
  bytes: () => number;
  /** Without a line there is no file. */
  removeIfEmpty: () => string | null;
}

/** A CSV file that can be corrected and imported. An interrupted import goes on at `bytes`: what follows is repeated. */
const openRejectedLines = (path: string, header: readonly string[], bytes: number): RejectedLines => {
  const headerLine = toCsv([['line', 'reason', ...header]]);
  if (bytes > 0 && existsSync(path)) truncateSync(path, bytes);
  else writeFileSync(path, headerLine, { mode: 0o600 });
  const size = (): number => statSync(path).size;
  return {
    append: (lines) =>
      appendFileSync(path, toCsv(lines.map(({ line, reason, cells }) => [String(line), reason, ...cells]))),
    bytes: size,
    removeIfEmpty: () => {
      if (size() > Buffer.byteLength(headerLine)) return path;
      rmSync(path);
      return null;
    },
  };
};
