import { call, type Output } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Inbox } from './inbox.ts';
import type { InboxTimeline } from './timeline.ts';

const timelinesMax = 20;
const keptMs = 30 * 60_000;

export const timelineQuery = (inbox: Inbox, id: string) => ({
  queryKey: inbox.timelineKey(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<InboxTimeline> => {
    const before = inbox.findTimeline(id);
    const known = inbox.find(id);
    const page = await readPage(inbox, id, {}, signal);
    const heard = inbox.find(id)?.version;
    // News that came meanwhile may be missing.
    const isLate = heard !== known?.version && heard !== page.version;
    return inbox.timelineRead(isLate ? await readPage(inbox, id, {}, signal) : page, before);
  },
  // Something has happened in a conversation of another version, be it just now.
  staleTime: () => (inbox.isBehind(id) ? 0 : 10_000),
  gcTime: keptMs,
  // It would compare entries by position, and older pages shift the positions.
  structuralSharing: false,
});

/** A change of the mark shows that entries must be read again. */
const readPage = async (inbox: Inbox, id: string, input: { before?: string }, signal?: AbortSignal) => {
  const params = { workspace_id: inbox.workspaceId, id };
  const { data }: Output<'getTimeline'> = await call('getTimeline', params, input, signal ? { signal } : {});
  return { ...data, noted: data.conversation.noted, version: data.conversation.version };
};

/** Switching to a prefetched conversation is immediate. */
export const prefetchTimelines = (inbox: Inbox, ids: readonly string[]): void => {
  for (const id of ids) void queryClient.prefetchQuery(timelineQuery(inbox, id));
  const unused = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['getTimeline'], type: 'inactive' })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const { queryKey } of unused.slice(timelinesMax)) queryClient.removeQueries({ queryKey });
};

export const readOlder = async (inbox: Inbox, id: string): Promise<void> => {
  const before = inbox.findTimeline(id)?.entries[0]?.id;
  if (before) inbox.olderRead(id, await readPage(inbox, id, { before }));
};

/** At most this many pages of older messages are read to find one. */
const pagesBackMax = 40;

/** Reads older messages until this one is known. False if it is not there, or is too far back. */
export const readBackTo = async (inbox: Inbox, id: string, entryId: string): Promise<boolean> => {
  for (let page = 0; page <= pagesBackMax; page++) {
    const { entries = [], has_older: hasOlder = false } = inbox.findTimeline(id) ?? {};
    if (entries.some((entry) => entry.id === entryId)) return true;
    if (!hasOlder || (entries[0]?.id ?? '') <= entryId) return false;
    await readOlder(inbox, id);
  }
  return false;
};

/** Links to files last at least an hour, so a page that stays open renews them earlier. */
export const linksMs = 50 * 60_000;

/** Reads all loaded entries again: links end, and older messages and notes are edited or deleted. */
export const readLoaded = async (inbox: Inbox, id: string): Promise<null> => {
  const known = inbox.findTimeline(id);
  const first = known?.entries[0]?.id ?? '';
  const all = await readPage(inbox, id, {});
  for (let before = all.entries[0]?.id; all.has_older && before && before > first; before = all.entries[0]?.id) {
    const older = await readPage(inbox, id, { before });
    all.entries = [...older.entries, ...all.entries];
    all.has_older = older.has_older;
  }
  inbox.loadedRead(id, all, known);
  return null;
};
