export interface Recovery {
  requested: number;
  /** Undefined before the first page, null after the last. */
  cursor: string | null | undefined;
  /** A retry of a page sends the same key, so the page counts once. */
  key: string;
}

interface RecoveredPage {
  data: { requested: number };
  meta: { next_cursor: string | null };
}

/** Stores how far it got in `recovery`, so a retry continues with the page that failed. */
export const runRecovery = async (
  recovery: Recovery,
  recoverPage: (cursor: string | undefined, key: string) => Promise<RecoveredPage>,
  onProgress: (requested: number) => void,
): Promise<void> => {
  while (recovery.cursor !== null) {
    const { data, meta } = await recoverPage(recovery.cursor, recovery.key);
    recovery.requested += data.requested;
    recovery.cursor = meta.next_cursor;
    recovery.key = crypto.randomUUID();
    onProgress(recovery.requested);
  }
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Writes a time for `<input type="datetime-local">`, in the browser's time zone, rounded down to the minute. */
export const toLocalInput = (time: string): string => {
  const date = new Date(time);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

export const fromLocalInput = (text: string): string | undefined => {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};
