import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { Groups } from '../store/lists.ts';

const texts = inboxTexts.list.row;

export interface ShownRow {
  row: InboxConversation;
  /** Why the row no longer belongs to the view. It stays until another conversation is opened. */
  gone?: string;
}

export interface ShownList {
  waiting: readonly ShownRow[];
  answered: readonly ShownRow[];
  /** How many rows the server has that wait because the order is frozen. */
  arrivals: number;
}

interface Conditions {
  /** The pointer is over the list, a row has the focus, or rows are selected. */
  isFrozen: boolean;
  openId: string | undefined;
  /** The last known state of a conversation, also of one that left the view. */
  find: (id: string) => InboxConversation | undefined;
  userId: string;
}

export const emptyList: ShownList = { waiting: [], answered: [], arrivals: 0 };

/** Nothing moves under the pointer: texts change in place, and what arrives or moves waits for the bar. */
export const nextList = (shown: ShownList, latest: Groups, conditions: Conditions): ShownList => {
  const { isFrozen, openId } = conditions;
  if (isFrozen && shown !== emptyList) return frozen(shown, latest, conditions);
  const arrived = new Set([...latest.waiting, ...latest.answered].map(({ id }) => id));
  const keepOpen = (group: 'waiting' | 'answered'): ShownRow[] => {
    const rows: ShownRow[] = latest[group].map((row) => ({ row }));
    const index = shown[group].findIndex(({ row: { id } }) => id === openId && !arrived.has(id));
    const left = shown[group][index];
    if (left) rows.splice(Math.min(index, rows.length), 0, toGone(left.row, conditions));
    return rows;
  };
  return { waiting: keepOpen('waiting'), answered: keepOpen('answered'), arrivals: 0 };
};

const frozen = (shown: ShownList, latest: Groups, conditions: Conditions): ShownList => {
  const byId = new Map([...latest.waiting, ...latest.answered].map((row) => [row.id, row]));
  const update = ({ row: { id }, row }: ShownRow): ShownRow => {
    const current = byId.get(id);
    return current ? { row: current } : toGone(row, conditions);
  };
  const places = new Map([
    ...shown.waiting.map(({ row }) => [row.id, 'waiting'] as const),
    ...shown.answered.map(({ row }) => [row.id, 'answered'] as const),
  ]);
  return {
    waiting: shown.waiting.map(update),
    answered: shown.answered.map(update),
    arrivals:
      latest.waiting.filter(({ id }) => places.get(id) !== 'waiting').length +
      latest.answered.filter(({ id }) => !places.has(id)).length,
  };
};

const toGone = (row: InboxConversation, { find, userId }: Conditions): ShownRow => {
  const current = find(row.id) ?? row;
  return { row: current, gone: goneWords(current, userId) };
};

const goneWords = (conversation: InboxConversation, userId: string): string => {
  const { status, assigned_agent_id: assigned, snoozed_until: until } = conversation;
  if (until !== null) return inboxTexts.views.snoozed;
  if (status === 'closed') return inboxTexts.views.closed;
  if (status === 'pending') return inboxTexts.views.waiting;
  if (assigned === null) return inboxTexts.views.unassigned;
  return assigned === userId ? texts.assignedElsewhere(inboxTexts.you.toLowerCase()) : texts.moved;
};

/** The rows from one to another, both included; only the other if the first is gone. */
export const rangeOf = (ids: readonly string[], from: string | undefined, to: string): readonly string[] => {
  const [start = 0, end = 0] = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((one, other) => one - other);
  return start < 0 ? [to] : ids.slice(start, end + 1);
};

export const rowsOf = ({ waiting, answered }: Pick<ShownList, 'waiting' | 'answered'>): readonly ShownRow[] => [
  ...waiting,
  ...answered,
];

/** The rows that "Select all" selects: one that has left the view stays only to show why. */
export const idsInView = (list: Pick<ShownList, 'waiting' | 'answered'>): readonly string[] =>
  rowsOf(list).flatMap(({ row, gone }) => (gone === undefined ? row.id : []));

/** `E` goes to the next waiting conversation below the current one, or to the first. */
export const nextWaiting = (list: ShownList, currentId: string | undefined): string | undefined => {
  const ids = list.waiting.filter(({ gone }) => gone === undefined).map(({ row }) => row.id);
  const all = list.waiting.map(({ row }) => row.id);
  const at = currentId === undefined ? -1 : all.indexOf(currentId);
  return all.slice(at + 1).find((id) => ids.includes(id)) ?? ids.find((id) => id !== currentId);
};
