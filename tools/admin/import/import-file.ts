import { appendFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ImportedContact } from '../../../functions/domain/contacts/contacts.ts';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { type ContactColumn, guessColumns, readContact } from '../../../functions/model/contacts/file-columns.ts';
import {
  type ContactImport,
  contactsPerImportMax,
  createTagLimit,
  type OnExisting,
  type TagMode,
} from '../../../functions/model/contacts/import.ts';
import { importedContact } from '../../../functions/model/contacts/input.ts';
import { byteOrderMark, toCsv } from '../../../functions/model/csv.ts';
import {
  type CsvRecord,
  detectSeparator,
  type Place,
  readCsv,
  readFirstRows,
} from '../../../functions/model/read-csv.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { retry } from '../../../functions/platform/retry.ts';
import { AdminError } from '../admin-error.ts';
import { type ImportTotals, type Progress, readProgress, removeProgress, saveProgress } from './progress.ts';

export interface FileImport {
  file: string;
  workspace: string;
  onExisting: OnExisting;
  tags: TagMode;
  rejected: string;
}

/** Batch by batch. After each the progress is saved, so an interrupted import goes on with the batch it was at. */
export const importFile = async (
  { file, workspace, onExisting, tags, rejected }: FileImport,
  onProgress: (fraction: number, totals: ImportTotals) => void,
) => {
  requireFile(file, rejected);
  let progress = readProgress(file, workspace, onExisting, tags);
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

/** Repeats the batch while the table is too busy for some of its entries: stored ones cost only a read. */
const importBatch = (workspaceId: string, { batch_id, on_existing, tags }: Progress, rows: readonly ContactRow[]) =>
  retry(
    backoff,
    async () => {
      const entries = rows.map(({ contact }) => contact);
      const result = await importContacts(workspaceId, batch_id, entries, {
        onExisting: on_existing,
        tagMode: tags,
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

const addTotals = (totals: ImportTotals, batch: ImportTotals): ImportTotals => {
  const stillOptedOut = (totals.still_opted_out ?? 0) + (batch.still_opted_out ?? 0);
  return {
    created: totals.created + batch.created,
    updated: totals.updated + batch.updated,
    unchanged: totals.unchanged + batch.unchanged,
    rejected: totals.rejected + batch.rejected,
    ...(stillOptedOut > 0 && { still_opted_out: stillOptedOut }),
  };
};

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

export interface ContactRow {
  line: number;
  cells: string[];
  contact: ImportedContact | ApiError;
  next: Place;
}

interface ContactFile {
  header: string[];
  ignoredColumns: string[];
  firstRow: Place;
  length: number;
  readRows: (from: Place) => Generator<ContactRow>;
}

const samplesMax = 50;

/** Reads the header; the rows follow one by one. */
export const openContactFile = (path: string): ContactFile => {
  const text = readFileSync(path, 'utf8');
  const start = { line: 1, index: text.startsWith(byteOrderMark) ? 1 : 0 };
  const separator = detectSeparator(text.slice(start.index));
  const first = readCsv(text, separator, start).next().value;
  const { cells: header, fault, next } = first ?? { cells: [], fault: undefined, next: start };
  if (fault !== undefined) throw new AdminError('bad_file', `The first line of the file ${fault}.`);
  const samples = readFirstRows(text, separator, next, samplesMax);
  const columns = guessColumns(header, samples);
  requirePhoneColumn(header, columns);
  return {
    header,
    ignoredColumns: header.filter((_, index) => columns[index] === undefined),
    firstRow: next,
    length: text.length,
    readRows: (from) => toRows(readCsv(text, separator, from), columns),
  };
};

type Columns = readonly (ContactColumn | undefined)[];

const requirePhoneColumn = (header: readonly string[], columns: Columns): void => {
  const repeated = columns.find((field, index) => field !== undefined && columns.indexOf(field) !== index);
  if (repeated !== undefined)
    throw new AdminError('bad_file', `The file has more than one column for "${repeated}". Keep one of them.`);
  if (columns.includes('phone') || columns.includes('external_id')) return;
  const found = header.length === 0 ? 'is empty' : `has the columns ${header.slice(0, 20).join(', ')}`;
  throw new AdminError(
    'bad_file',
    `The file ${found}, but none named "phone" or "external_id". Name the columns in its first line, and save it as CSV in UTF-8.`,
  );
};

function* toRows(records: Iterable<CsvRecord>, columns: Columns): Generator<ContactRow> {
  for (const { fault, ...record } of records)
    yield { ...record, contact: fault === undefined ? toContact(record.cells, columns) : refuse(`The line ${fault}.`) };
}

const refuse = (message: string): ApiError => new ApiError('bad_request', message);

const toContact = (cells: readonly string[], columns: Columns): ImportedContact | ApiError => {
  const contact = readContact(cells, columns);
  return 'fault' in contact ? refuse(contact.fault) : parseEntry(importedContact, contact.fields);
};
