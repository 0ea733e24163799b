import { replaceEqualDeep } from '@tanstack/react-query';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { daysBetween } from '../ages.ts';

export type MessageEntry = Extract<TimelineEntry, { type: 'message' }>;
export type NoteEntry = Extract<TimelineEntry, { type: 'note' }>;
export type ChangeEntry = Extract<TimelineEntry, { type: 'change' }>;

export interface Timeline<Conversation> {
  conversation: Conversation;
  entries: readonly TimelineEntry[];
  has_older: boolean;
  /** The mark of the conversation when all loaded entries were current. */
  noted?: string | null;
}

/** The page renders at most this many, however far the person scrolls. More would make typing slow. */
export const entriesMax = 500;

const byId = (one: TimelineEntry, other: TimelineEntry): number => (one.id < other.id ? -1 : 1);

const merge = (known: readonly TimelineEntry[], read: readonly TimelineEntry[]): TimelineEntry[] => {
  const entries = new Map([...known, ...read].map((entry) => [entry.id, entry]));
  return [...entries.values()].sort(byId);
};

export const withNewestPage = <Conversation>(
  known: Timeline<Conversation> | undefined,
  page: Timeline<Conversation>,
  before?: Timeline<Conversation>,
): Timeline<Conversation> => cut(withLoadedPages(known, page, before));

/**
 * The newest page, or several, were read again. Known entries within their range that they lack were deleted, and so
 * were notes behind it that were known before the read began.
 */
export const withLoadedPages = <Conversation>(
  known: Timeline<Conversation> | undefined,
  page: Timeline<Conversation>,
  before?: Timeline<Conversation>,
): Timeline<Conversation> => {
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

export const withOlderPage = <Conversation>(
  known: Timeline<Conversation>,
  page: Timeline<Conversation>,
): Timeline<Conversation> => ({
  ...known,
  entries: merge(page.entries, known.entries),
  has_older: page.has_older,
});

/** Adds new and changed entries, from the live read or from the person's own actions. */
export const withEntries = <Conversation>(
  known: Timeline<Conversation>,
  entries: readonly TimelineEntry[],
  conversation: Conversation = known.conversation,
): Timeline<Conversation> => ({ ...known, conversation, entries: merge(known.entries, entries) });

const cut = <Conversation>(timeline: Timeline<Conversation>): Timeline<Conversation> =>
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

/** Screen readers hear what the customer wrote and that the person's own message was sent. */
export const announcedOf = (entries: readonly TimelineEntry[], after: string, userId: string): MessageEntry[] =>
  entries.filter((entry): entry is MessageEntry => {
    if (entry.type !== 'message' || entry.id <= after) return false;
    return entry.direction === 'inbound' || (entry.author.id === userId && entry.status !== 'failed');
  });

/** The newest outgoing message on the screen, for the reply guard. */
export const newestOutbound = (entries: readonly TimelineEntry[]): string | null =>
  entries.findLast((entry) => entry.type === 'message' && entry.direction === 'outbound')?.id ?? null;

export interface Placed<Entry> {
  entry: Entry;
  /** Same side and author within five minutes: drawn close, with author and time once. */
  isFirst: boolean;
  isLast: boolean;
  /** Our newest message, which says in words how far it got. */
  isNewestOwn: boolean;
  quoted: MessageEntry | undefined;
  reactions: readonly MessageEntry[];
}

export type Item =
  | { kind: 'day'; key: string; atMs: number }
  | { kind: 'new'; key: string }
  | { kind: 'changes'; key: string; changes: readonly ChangeEntry[] }
  | ({ kind: 'message'; key: string } & Placed<MessageEntry>)
  | ({ kind: 'note'; key: string } & Placed<NoteEntry>);

const groupMs = 5 * 60_000;

/** The entries on the page: from `first` on, or the newest. */
export const windowOf = (entries: readonly TimelineEntry[], first?: string): { start: number; end: number } => {
  const newest = Math.max(0, entries.length - entriesMax);
  const from = first === undefined ? newest : entries.findIndex(({ id }) => id >= first);
  const start = from === -1 ? newest : Math.min(from, newest);
  return { start, end: Math.min(start + entriesMax, entries.length) };
};

/** Items that did not change stay the same objects, so React leaves them alone. */
export const keepItems = (before: readonly Item[], items: readonly Item[]): Item[] => {
  const known = new Map(before.map((item) => [item.key, item]));
  return items.map((item) => replaceEqualDeep(known.get(item.key), item));
};

/** The page from top to bottom. `newFrom` is the first unopened message. */
export const toItems = (
  entries: readonly TimelineEntry[],
  newFrom: string | undefined,
  { start, end } = windowOf(entries),
): Item[] => {
  const { shown: all, reactions } = splitReactions(entries);
  const [first = '', last = ''] = [entries[start]?.id, entries[end - 1]?.id];
  const shown = all.filter(({ id }) => id >= first && id <= last);
  const messages = new Map(entries.flatMap((entry) => (entry.type === 'message' ? [[entry.id, entry]] : [])));
  const newestOwn = newestOutbound(entries);
  const items: Item[] = [];
  for (const [index, entry] of shown.entries()) {
    const before = shown[index - 1];
    const startsDay = !before || daysBetween(Date.parse(before.created_at), Date.parse(entry.created_at)) > 0;
    if (startsDay) items.push({ kind: 'day', key: `day ${entry.id}`, atMs: Date.parse(entry.created_at) });
    const startsNew = entry.id === newFrom;
    if (startsNew) items.push({ kind: 'new', key: 'new' });
    if (entry.type === 'change') {
      addChange(items, entry);
      continue;
    }
    const after = shown[index + 1];
    const placed = {
      key: entry.id,
      isFirst: startsDay || startsNew || !isGrouped(before, entry),
      isLast: !after || after.id === newFrom || !isGrouped(entry, after),
      isNewestOwn: entry.id === newestOwn,
      quoted: entry.type === 'message' ? messages.get(entry.reply_to_message_id ?? '') : undefined,
      reactions: reactions.get(entry.id) ?? [],
    };
    items.push(entry.type === 'note' ? { kind: 'note', entry, ...placed } : { kind: 'message', entry, ...placed });
  }
  return items;
};

/** A reaction shows on its message, or on a line of its own if that is not loaded. An empty one removes it. */
const splitReactions = (entries: readonly TimelineEntry[]) => {
  const loaded = new Set(entries.map(({ id }) => id));
  const reactions = new Map<string, readonly MessageEntry[]>();
  const shown: TimelineEntry[] = [];
  for (const entry of entries) {
    const target = entry.type === 'message' && entry.content_type === 'reaction' ? entry.reply_to_message_id : null;
    if (target === null || entry.type !== 'message' || !loaded.has(target)) {
      shown.push(entry);
      continue;
    }
    const others = (reactions.get(target) ?? []).filter(({ direction }) => direction !== entry.direction);
    reactions.set(target, entry.content_text ? [...others, entry] : others);
  }
  return { shown, reactions };
};

const addChange = (items: Item[], change: ChangeEntry): void => {
  const last = items.at(-1);
  if (last?.kind === 'changes') items[items.length - 1] = { ...last, changes: [...last.changes, change] };
  else items.push({ kind: 'changes', key: change.id, changes: [change] });
};

const isGrouped = (one: TimelineEntry | undefined, other: TimelineEntry): boolean =>
  one !== undefined &&
  one.type !== 'change' &&
  one.type === other.type &&
  sideOf(one) === sideOf(other) &&
  daysBetween(Date.parse(one.created_at), Date.parse(other.created_at)) === 0 &&
  Date.parse(other.created_at) - Date.parse(one.created_at) < groupMs;

const sideOf = (entry: TimelineEntry): string =>
  [entry.author.kind, entry.author.id, entry.type === 'message' && entry.status === 'failed'].join();

/** More than three changes in a row fold into one line. */
export const foldsChanges = (changes: readonly ChangeEntry[]): boolean => changes.length > 3;

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
