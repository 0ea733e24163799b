import type { ContactImport, EntryError, NewContact, NewContacts } from './api-types.ts';
import { backoff } from './retry.ts';
import { type CallOptions, wait } from './transport.ts';

export interface ImportOptions extends CallOptions {
  /** The treatment of a contact that exists already; `keep` by default. */
  onExisting?: 'keep' | 'update';
  /** Called after each batch with the sums so far. */
  onProgress?: (sums: ImportSums) => void;
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

type ImportBatch = (batch: NewContacts, options: CallOptions) => Promise<ContactImport>;

interface Entry {
  index: number;
  contact: NewContact;
}

/** Each repetition waits longer, up to 8 seconds; after the last, what is left is reported as rejected. */
const repetitionsMax = 8;

/** The service's limits of one request. The body has room for the frame around the entries. */
const batchMax = { entries: 500, bytes: 1_000_000, tags: 1_000 };

export const importAll = async (
  importBatch: ImportBatch,
  contacts: Iterable<NewContact> | AsyncIterable<NewContact>,
  { onExisting = 'keep', onProgress, idempotencyKey, ...options }: ImportOptions = {},
): Promise<ImportSums> => {
  const sums: ImportSums = { created: 0, updated: 0, unchanged: 0, rejected: [] };
  let step = 0;

  /** Returns the entries that the service was too busy to store. */
  const send = async (batch: Entry[], isLast: boolean): Promise<Entry[]> => {
    step += 1;
    const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${step}` };
    const body = { contacts: batch.map(({ contact }) => contact), on_existing: onExisting };
    const { results, ...counts } = await importBatch(body, { ...options, ...key });
    for (const status of ['created', 'updated', 'unchanged'] as const) sums[status] += counts[status];
    return batch.filter((entry, position) => {
      const error = results[position]?.error;
      const isBusy = error?.code === 'internal' && !isLast;
      if (error && !isBusy) sums.rejected.push({ ...entry, error });
      return isBusy;
    });
  };

  for await (const batch of cutBatches(contacts)) {
    let left = await send(batch, false);
    for (let repetition = 1; left.length > 0; repetition += 1) {
      await wait(backoff(repetition), options.signal);
      left = await send(left, repetition === repetitionsMax);
    }
    onProgress?.(sums);
  }
  return sums;
};

async function* cutBatches(contacts: Iterable<NewContact> | AsyncIterable<NewContact>): AsyncGenerator<Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  let tags = new Set<string>();
  let index = 0;
  for await (const contact of contacts) {
    const size = new TextEncoder().encode(JSON.stringify(contact)).length + 1;
    const joined = new Set([...tags, ...(contact.tags ?? [])]);
    const isFull = batch.length === batchMax.entries || bytes + size > batchMax.bytes || joined.size > batchMax.tags;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, bytes, tags] = [[], 0, new Set()];
    }
    batch.push({ index, contact });
    bytes += size;
    for (const tag of contact.tags ?? []) tags.add(tag);
    index += 1;
  }
  if (batch.length > 0) yield batch;
}
