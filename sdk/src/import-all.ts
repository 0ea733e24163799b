import type { ContactImport, EntryError, NewContact, NewContacts } from './api-types.ts';
import { backoff } from './retry.ts';
import { type CallOptions, wait } from './transport.ts';

export interface ImportOptions extends CallOptions {
  /** The treatment of a contact that exists already; `keep` by default. */
  onExisting?: 'keep' | 'update';
  /** Whether the tags of an entry are added to those of such a contact, or replace them; `add` by default. */
  tags?: 'add' | 'replace';
  /** The number of batches on their way at once; 4 by default. With 1, later entries are stored after earlier ones. */
  concurrency?: number;
  /** Called after each batch. */
  onProgress?: (progress: ImportProgress) => void;
}

export interface RejectedEntry {
  /** Position among all entries, from 0. */
  index: number;
  contact: NewContact;
  error: EntryError;
}

export interface ImportSums {
  created: number;
  updated: number;
  unchanged: number;
  rejected: RejectedEntry[];
}

/** The sums so far. */
export interface ImportProgress extends ImportSums {
  /** The number of entries that were stored or rejected. */
  done: number;
  /** The number of all entries; a stream does not tell. */
  total?: number;
}

type ImportBatch = (batch: NewContacts, options: CallOptions) => Promise<ContactImport>;

interface Entry {
  index: number;
  contact: NewContact;
}

interface Batch {
  /** Its position among all batches, from 1. */
  number: number;
  entries: Entry[];
}

/** Each repetition waits longer, up to 8 seconds; after the last, what is left is reported as rejected. */
const repetitionsMax = 8;

/** The service's limits of one request. The body has room for the frame around the entries. */
const batchMax = { entries: 500, bytes: 1_000_000, tags: 1_000 };

export const importAll = async (
  importBatch: ImportBatch,
  contacts: Iterable<NewContact> | AsyncIterable<NewContact>,
  { onExisting = 'keep', tags = 'add', concurrency = 4, onProgress, idempotencyKey, ...options }: ImportOptions = {},
): Promise<ImportSums> => {
  const sums: ImportSums = { created: 0, updated: 0, unchanged: 0, rejected: [] };
  const total = Array.isArray(contacts) ? { total: contacts.length } : {};
  let done = 0;

  /** Returns the entries that the service was too busy to store. */
  const send = async (batch: Entry[], keyPart: string, isLast: boolean): Promise<Entry[]> => {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${keyPart}` };
    const body = { contacts: batch.map(({ contact }) => contact), on_existing: onExisting, tags };
    const { results, ...counts } = await importBatch(body, { ...options, ...key });
    for (const status of ['created', 'updated', 'unchanged'] as const) sums[status] += counts[status];
    return batch.filter((entry, position) => {
      const error = results[position]?.error;
      const isBusy = error?.code === 'internal' && !isLast;
      if (error && !isBusy) sums.rejected.push({ ...entry, error });
      return isBusy;
    });
  };

  const store = async ({ number, entries }: Batch): Promise<void> => {
    let left = await send(entries, `${number}`, false);
    for (let repetition = 1; left.length > 0; repetition += 1) {
      await wait(backoff(repetition), options.signal);
      left = await send(left, `${number}-${repetition}`, repetition === repetitionsMax);
    }
    done += entries.length;
    onProgress?.({ ...sums, ...total, done });
  };

  await takeSideBySide(cutBatches(contacts), concurrency, store);
  sums.rejected.sort((one, other) => one.index - other.index);
  return sums;
};

/** Works on so many items at once. After a failure it takes no more, and fails once the work under way has ended. */
const takeSideBySide = async <Item>(
  items: AsyncGenerator<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  const takeItems = async (): Promise<void> => {
    try {
      for (let next = await items.next(); !next.done && failures.length === 0; next = await items.next())
        await work(next.value);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, takeItems));
  await items.return(undefined);
  if (failures.length > 0) throw failures[0];
};

async function* cutBatches(contacts: Iterable<NewContact> | AsyncIterable<NewContact>): AsyncGenerator<Batch> {
  let entries: Entry[] = [];
  let number = 1;
  let bytes = 0;
  let tags = new Set<string>();
  let index = 0;
  for await (const contact of contacts) {
    const size = new TextEncoder().encode(JSON.stringify(contact)).length + 1;
    const joined = new Set([...tags, ...(contact.tags ?? [])]);
    const isFull = entries.length === batchMax.entries || bytes + size > batchMax.bytes || joined.size > batchMax.tags;
    if (isFull && entries.length > 0) {
      yield { number, entries };
      number += 1;
      [entries, bytes, tags] = [[], 0, new Set()];
    }
    entries.push({ index, contact });
    bytes += size;
    for (const tag of contact.tags ?? []) tags.add(tag);
    index += 1;
  }
  if (entries.length > 0) yield { number, entries };
}
