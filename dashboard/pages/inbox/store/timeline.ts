import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';

export type MessageEntry = Extract<TimelineEntry, { type: 'message' }>;
export type NoteEntry = Extract<TimelineEntry, { type: 'note' }>;
export type ChangeEntry = Extract<TimelineEntry, { type: 'change' }>;

export interface InboxTimeline {
  conversation: InboxConversation;
  entries: readonly TimelineEntry[];
  has_older: boolean;
  /** The mark of the conversation when all loaded entries were current. */
  noted?: string | null;
  /** The version of the conversation when the newest entries were read. */
  version?: string;
}

/** The page renders at most this many, however far the person scrolls. More would make typing slow. */
export const entriesMax = 500;

const byId = (one: TimelineEntry, other: TimelineEntry): number => (one.id < other.id ? -1 : 1);

const merge = (known: readonly TimelineEntry[], read: readonly TimelineEntry[]): TimelineEntry[] => {
  const entries = new Map([...known, ...read].map((entry) => [entry.id, entry]));
  return [...entries.values()].sort(byId);
};

export const withNewestPage = (
  known: InboxTimeline | undefined,
  page: InboxTimeline,
  before?: InboxTimeline,
): InboxTimeline => cut(withLoadedPages(known, page, before));

/**
 * The newest page, or several, were read again. Known entries within their range that they lack were deleted, and so
 * were notes behind it that were known before the read began.
 */
export const withLoadedPages = (
  known: InboxTimeline | undefined,
  page: InboxTimeline,
  before?: InboxTimeline,
): InboxTimeline => {
  const first = page.entries[0];
  const newest = known?.entries.at(-1);
  // A gap between the known entries and the page would hide the messages in it.
  if (!known || !first || !newest || newest.id < first.id) return page;
  const older = known.entries.filter(({ id }) => id < first.id);
  const knownBefore = new Set(before?.entries.map(({ id }) => id));
  const sinceRead = known.entries.filter(
    ({ id, type }) => id > (page.entries.at(-1)?.id ?? '') && (type !== 'note' || !knownBefore.has(id)),
  );
  return {
    ...page,
    entries: merge(older, [...page.entries, ...sinceRead]),
    has_older: older.length > 0 ? known.has_older : page.has_older,
  };
};

export const withOlderPage = (known: InboxTimeline, page: InboxTimeline): InboxTimeline => ({
  ...known,
  entries: merge(page.entries, known.entries),
  has_older: page.has_older,
});

/** Adds new and changed entries, from the live read or from the person's own actions. */
export const withEntries = (
  known: InboxTimeline,
  entries: readonly TimelineEntry[],
  conversation: InboxConversation = known.conversation,
): InboxTimeline => ({ ...known, conversation, entries: merge(known.entries, entries) });

const cut = (timeline: InboxTimeline): InboxTimeline =>
  timeline.entries.length <= entriesMax
    ? timeline
    : { ...timeline, entries: timeline.entries.slice(-entriesMax), has_older: true };

const unsettledMax = 20;

/**
 * The entry after which the live read starts. Receipts of our recent messages are still outstanding, so it includes
 * those messages.
 */
export const liveSince = (entries: readonly TimelineEntry[]): string | undefined => {
  const last = entries.slice(-unsettledMax);
  const open = last.findIndex(
    (entry) => entry.type === 'message' && (isUnsettled(entry) || entry.file?.state === 'pending'),
  );
  return (open > 0 ? last[open - 1] : open === 0 ? undefined : last.at(-1))?.id ?? entries.at(-unsettledMax - 1)?.id;
};

const isUnsettled = ({ direction, status }: MessageEntry): boolean =>
  direction === 'outbound' && (status === 'sending' || status === 'sent' || status === 'delivered');

/** The newest outgoing message on the screen, for the reply guard. */
export const newestOutbound = (entries: readonly TimelineEntry[]): string | null =>
  entries.findLast((entry) => entry.type === 'message' && entry.direction === 'outbound')?.id ?? null;

/** The first message of the customer since our last one, until a member opens the conversation. */
export const firstUnopened = (
  entries: readonly TimelineEntry[],
  isOpened: boolean,
  unread: number,
): string | undefined => {
  if (isOpened) return undefined;
  const inbound = entries.filter((entry) => entry.type === 'message' && entry.direction === 'inbound');
  const answered = entries.findLast((entry) => entry.type === 'message' && entry.direction === 'outbound')?.id ?? '';
  const after = inbound.filter(({ id }) => id > answered);
  return (unread > 0 ? inbound.slice(-unread)[0] : (after[0] ?? inbound.at(-1)))?.id;
};
