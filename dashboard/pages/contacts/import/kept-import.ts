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
  /** Of the people whom a check would add, those without a name; of all, those whom the file opts out. */
  nameless?: number;
  optingOut?: number;
  /** The first lines about people who are contacts already. */
  known?: { line: number; name: string | undefined; contactId: string }[];
  /** How many contacts the file says get broadcasts, although they have opted out. They stay opted out. */
  stillOptedOut?: number;
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

type Choices = Pick<ContactFile, 'columns' | 'onExisting' | 'tags' | 'tag'>;

/**
 * The import of a workspace, by a person, that this browser keeps until it is discarded or the person signs out. Where
 * it can keep nothing, as in a private window or on a full disk, `onLost` says so once, and nothing is kept from then on.
 */
export const openKeptImport = (owner: string, onLost: () => void) => {
  const rangeOf = (prefix: string) => IDBKeyRange.bound(`${owner}/${prefix}`, `${owner}/${prefix}\uFFFF`);
  let isLost = false;
  const attempt = async <Result>(...work: Parameters<typeof run<Result>>): Promise<Result | undefined> => {
    if (isLost) return undefined;
    try {
      return await run(...work);
    } catch {
      if (!isLost) onLost();
      isLost = true;
      // The rest of a kept import would be resumed.
      return run('readwrite', (store) => store.delete(rangeOf(''))).catch(() => undefined);
    }
  };
  const get = <Value>(key: string) => attempt<Value | undefined>('readonly', (store) => store.get(`${owner}/${key}`));
  const put = (key: string, value: unknown) => attempt('readwrite', (store) => store.put(value, `${owner}/${key}`));
  return {
    read: async () => {
      const [file, choices, progress] = await Promise.all([
        get<ContactFile>('file'),
        get<Choices>('choices'),
        get<ImportProgress>('progress'),
      ]);
      return file && { file: { ...file, ...choices }, progress };
    },
    readRejected: async (): Promise<RejectedRow[]> =>
      (await attempt<RejectedRow[][]>('readonly', (store) => store.getAll(rangeOf('rejected/'))))?.flat() ?? [],
    putFile: (file: ContactFile) => put('file', file),
    /** Other choices need another check. */
    putChoices: ({ columns, onExisting, tags, tag }: Choices) =>
      attempt('readwrite', (store) => {
        store.delete(`${owner}/progress`);
        store.delete(rangeOf('rejected/'));
        return store.put({ columns, onExisting, tags, tag }, `${owner}/choices`);
      }),
    /** The rows before the progress: a crash between them repeats the batch, which replaces them. */
    putProgress: async (progress: ImportProgress, rejected: readonly RejectedRow[]) => {
      if (rejected.length > 0) await put(`rejected/${String(progress.batches).padStart(6, '0')}`, rejected);
      await put('progress', progress);
    },
    remove: () => attempt('readwrite', (store) => store.delete(rangeOf(''))),
  };
};

export type KeptImport = ReturnType<typeof openKeptImport>;
