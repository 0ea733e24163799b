import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { newestFirst } from './audit-texts.ts';

export const toAuditCsv = (entries: readonly AuditEntry[]): string =>
  toCsv([auditLogTexts.csv.header, ...newestFirst(entries).map(toRow)]);

const toRow = (entry: AuditEntry): string[] =>
  [
    entry.at,
    entry.actor.name,
    entry.actor.user_id,
    entry.action,
    entry.target?.name,
    entry.target?.id,
    entry.details,
    entry.outcome,
    entry.error?.code,
    entry.error?.message,
    entry.request_id,
    entry.address,
    entry.browser,
    entry.id,
  ].map((value) => value ?? '');

/** The byte order mark makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** RFC 4180: lines end with CRLF, and a cell with a comma, quote or line break is quoted. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');

/** A spreadsheet runs a cell that begins like a formula, and anyone can choose the name of a key or of themselves. */
const formulaStart = /^[=+\-@\t\r]/;

const toCell = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export interface ReadSoFar {
  entries: AuditEntry[];
  /** Undefined before the first page, null after the last. */
  cursor: string | null | undefined;
}

interface EntryPage {
  data: AuditEntry[];
  meta: { next_cursor: string | null };
}

/** Stores the entries read so far in `progress`, so a retry continues with the page that failed. */
export const readEntries = async (
  progress: ReadSoFar,
  readPage: (cursor: string | undefined) => Promise<EntryPage>,
  onProgress: (count: number) => void,
): Promise<AuditEntry[]> => {
  while (progress.cursor !== null) {
    const { data, meta } = await readPage(progress.cursor);
    progress.entries.push(...data);
    progress.cursor = meta.next_cursor;
    onProgress(progress.entries.length);
  }
  return progress.entries;
};
