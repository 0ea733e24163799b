import type { Place } from '../../../../functions/model/read-csv.ts';
import type { ContactFile, RejectedRow } from './contact-file.ts';

export interface ImportProgress {
  /** A check is a dry run. */
  mode: 'check' | 'import';
  state: 'running' | 'stopped' | 'done';
  next: Place;
  rowsDone: number;
  /** The key of the next call: one that is repeated after a reload takes effect once. */
  key: string;
  cursor: string | null;
  batches: number;
  totals: { created: number; updated: number; unchanged: number; rejected: number };
}

const database = 'switchboard.import';
const storeName = 'import';

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(database);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const run = async <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  const opened = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = opened.transaction(storeName, mode);
      const request = act(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
};

/** The import of a workspace, by a person, that this browser keeps until it is discarded or the person signs out. */
export const openKeptImport = (owner: string) => {
  const all = IDBKeyRange.bound(`${owner}/`, `${owner}/\uFFFF`);
  const put = (key: string, value: unknown) => run('readwrite', (store) => store.put(value, `${owner}/${key}`));
  return {
    read: async () => {
      const [file, progress] = await Promise.all([
        run<ContactFile | undefined>('readonly', (store) => store.get(`${owner}/file`)),
        run<ImportProgress | undefined>('readonly', (store) => store.get(`${owner}/progress`)),
      ]);
      return file && { file, progress };
    },
    readRejected: async (): Promise<RejectedRow[]> => {
      const range = IDBKeyRange.bound(`${owner}/rejected/`, `${owner}/rejected/\uFFFF`);
      const rows: RejectedRow[][] = await run('readonly', (store) => store.getAll(range));
      return rows.flat();
    },
    putFile: (file: ContactFile) => put('file', file),
    /** The rows before the progress: a crash between them repeats the batch, which replaces them. */
    putProgress: async (progress: ImportProgress, rejected: readonly RejectedRow[]) => {
      if (rejected.length > 0) await put(`rejected/${String(progress.batches).padStart(6, '0')}`, rejected);
      await put('progress', progress);
    },
    remove: () => run('readwrite', (store) => store.delete(all)),
  };
};

export type KeptImport = ReturnType<typeof openKeptImport>;
