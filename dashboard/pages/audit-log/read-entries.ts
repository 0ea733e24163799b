import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';

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
