import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { byteOrderMark, toCsv } from '../../../functions/model/csv.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { newestFirst } from './audit-texts.ts';

export const toAuditCsv = (entries: readonly AuditEntry[]): string =>
  byteOrderMark + toCsv([auditLogTexts.csv.header, ...newestFirst(entries).map(toRow)]);

const toRow = (entry: AuditEntry) =>
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
