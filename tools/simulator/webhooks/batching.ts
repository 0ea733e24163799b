import type { Timers } from '../timers.ts';
import type { Change, ChannelEvent, Entry, HubPayload, PublishEvent } from './channel-event.ts';

interface Batch {
  first: Extract<ChannelEvent, { payload: HubPayload }>;
  entries: Entry[];
  sent: PromiseWithResolvers<void>;
}

/** After this, an incomplete batch is sent. */
const batchWaitMsMax = 1000;

export const createBatching = (
  batchSizeFor: (accountId: string) => number,
  timers: Timers,
  next: PublishEvent,
): PublishEvent => {
  const openBatches = new Map<string, Batch>();
  const flush = async (batch: Batch): Promise<void> => {
    const { first, entries, sent } = batch;
    if (openBatches.get(first.accountId) === batch) openBatches.delete(first.accountId);
    await next({ ...first, payload: { ...first.payload, entry: [mergeEntries(first.payload.entry[0], entries)] } });
    sent.resolve();
  };
  const openBatch = (first: Batch['first']): Batch => {
    const batch: Batch = { first, entries: [], sent: Promise.withResolvers() };
    openBatches.set(first.accountId, batch);
    timers.after(batchWaitMsMax, () => {
      if (openBatches.get(first.accountId) === batch) void flush(batch);
    });
    return batch;
  };
  return (event) => {
    const size = batchSizeFor(event.accountId);
    if (event.channel === 'web' || size < 2) return next(event);
    const batch = openBatches.get(event.accountId) ?? openBatch(event);
    batch.entries.push(event.payload.entry[0]);
    if (batch.entries.length >= size) void flush(batch);
    return batch.sent.promise;
  };
};

/** Each message keeps its own change; all statuses share one. */
const mergeEntries = (first: Entry, entries: readonly Entry[]): Entry => {
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
