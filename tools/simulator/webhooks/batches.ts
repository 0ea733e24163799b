import type { Timers } from '../timers.ts';
import type { Change, Entry, HubPayload, Notice, Notify } from './notice.ts';

interface Batch {
  first: Extract<Notice, { payload: HubPayload }>;
  entries: Entry[];
  sent: PromiseWithResolvers<void>;
}

/** A batch that does not fill goes after this. */
const openMaxMs = 1000;

/** Gathers an account's updates, so that one webhook carries several. */
export const createBatches = (sizeOf: (accountId: string) => number, timers: Timers, next: Notify): Notify => {
  const open = new Map<string, Batch>();
  const flush = async (batch: Batch): Promise<void> => {
    const { first, entries, sent } = batch;
    if (open.get(first.accountId) === batch) open.delete(first.accountId);
    await next({ ...first, payload: { ...first.payload, entry: [merge(first.payload.entry[0], entries)] } });
    sent.resolve();
  };
  const openBatch = (first: Batch['first']): Batch => {
    const batch: Batch = { first, entries: [], sent: Promise.withResolvers() };
    open.set(first.accountId, batch);
    timers.after(openMaxMs, () => {
      if (open.get(first.accountId) === batch) void flush(batch);
    });
    return batch;
  };
  return (notice) => {
    const size = sizeOf(notice.accountId);
    if (notice.channel === 'web' || size < 2) return next(notice);
    const batch = open.get(notice.accountId) ?? openBatch(notice);
    batch.entries.push(notice.payload.entry[0]);
    if (batch.entries.length >= size) void flush(batch);
    return batch.sent.promise;
  };
};

/** All entries are of one account: each message keeps a change of its own, and all statuses come together in one. */
const merge = (first: Entry, entries: readonly Entry[]): Entry => {
  const changes = entries.flatMap((entry) => entry.changes ?? []);
  const messaging = entries.flatMap((entry) => entry.messaging ?? []);
  return first.messaging ? { ...first, messaging } : { ...first, changes: mergeStatuses(changes) };
};

const mergeStatuses = (changes: readonly Change[]): Change[] => {
  const withStatuses = changes.filter(({ value }) => value.statuses);
  const others = changes.filter(({ value }) => !value.statuses);
  const [first] = withStatuses;
  if (!first) return others;
  const contacts = withStatuses.flatMap(({ value }) => value.contacts ?? []);
  const statuses = withStatuses.flatMap(({ value }) => value.statuses ?? []);
  const value = { ...first.value, ...(contacts.length > 0 ? { contacts } : {}), statuses };
  return [...others, { ...first, value }];
};
