import { replaceEqualDeep } from '@tanstack/react-query';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { type ChangeEntry, entriesMax, type MessageEntry, type NoteEntry, newestOutbound } from '../store/timeline.ts';
import { daysBetween } from '../words/ages.ts';

/** A change that followed a message may be here before it, so it is not what was announced last. */
export const lastMessageId = (entries: readonly TimelineEntry[]): string =>
  entries.findLast(({ type }) => type === 'message')?.id ?? '';

/** Screen readers hear what the customer wrote and that the person's own message was sent. */
export const announcedOf = (entries: readonly TimelineEntry[], after: string, userId: string): MessageEntry[] =>
  entries.filter((entry): entry is MessageEntry => {
    if (entry.type !== 'message' || entry.id <= after) return false;
    return entry.direction === 'inbound' || (entry.author.id === userId && entry.status !== 'failed');
  });

export interface Placed<Entry> {
  entry: Entry;
  /** Messages of one author within five minutes are drawn close together, with author and time once. */
  isFirst: boolean;
  isLast: boolean;
  /** Our newest message, which says in words how far it got. */
  isNewestOwn: boolean;
  quoted: MessageEntry | undefined;
  reactions: readonly MessageEntry[];
}

export type ThreadEntry =
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
export const keepItems = (before: readonly ThreadEntry[], items: readonly ThreadEntry[]): ThreadEntry[] => {
  const known = new Map(before.map((item) => [item.key, item]));
  return items.map((item) => replaceEqualDeep(known.get(item.key), item));
};

/** The page from top to bottom. `newFrom` is the first unopened message. */
export const toThreadItems = (
  entries: readonly TimelineEntry[],
  newFrom: string | undefined,
  { start, end } = windowOf(entries),
): ThreadEntry[] => {
  const { shown: all, reactions } = splitReactions(entries);
  const [first = '', last = ''] = [entries[start]?.id, entries[end - 1]?.id];
  const shown = inWrittenOrder(all.filter(({ id }) => id >= first && id <= last));
  const messages = new Map(entries.flatMap((entry) => (entry.type === 'message' ? [[entry.id, entry]] : [])));
  const newestOwn = newestOutbound(entries);
  const items: ThreadEntry[] = [];
  for (const [index, entry] of shown.entries()) {
    const before = shown[index - 1];
    const startsDay = !before || daysBetween(writtenMs(before), writtenMs(entry)) !== 0;
    if (startsDay) items.push({ kind: 'day', key: `day ${entry.id}`, atMs: writtenMs(entry) });
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

const togetherMs = 60_000;

/** Messages of the customer that arrived together, such as after an outage, show in the order in which they were written. */
const inWrittenOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] => {
  const runs: TimelineEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isInbound(before) && isInbound(entry) && arrivalGapMs(before, entry) < togetherMs)
      run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => run.toSorted((one, other) => writtenMs(one) - writtenMs(other)));
};

const isInbound = (entry: TimelineEntry): boolean => entry.type === 'message' && entry.direction === 'inbound';

const arrivalGapMs = (one: TimelineEntry, other: TimelineEntry): number =>
  Date.parse(other.created_at) - Date.parse(one.created_at);

const writtenMs = (entry: TimelineEntry): number =>
  Date.parse(entry.type === 'message' ? entry.sent_at : entry.created_at);

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

const addChange = (items: ThreadEntry[], change: ChangeEntry): void => {
  const last = items.at(-1);
  if (last?.kind === 'changes') items[items.length - 1] = { ...last, changes: [...last.changes, change] };
  else items.push({ kind: 'changes', key: change.id, changes: [change] });
};

const isGrouped = (one: TimelineEntry | undefined, other: TimelineEntry): boolean =>
  one !== undefined &&
  one.type !== 'change' &&
  one.type === other.type &&
  sideOf(one) === sideOf(other) &&
  daysBetween(writtenMs(one), writtenMs(other)) === 0 &&
  Date.parse(other.created_at) - Date.parse(one.created_at) < groupMs;

const sideOf = (entry: TimelineEntry): string =>
  [entry.author.kind, entry.author.id, entry.type === 'message' && entry.status === 'failed'].join();

/** More than three changes in a row fold into one line. */
export const foldsChanges = (changes: readonly ChangeEntry[]): boolean => changes.length > 3;
