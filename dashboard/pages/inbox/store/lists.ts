import * as z from 'zod/mini';
import { channels } from '../../../../functions/model/channels/channel.ts';
import { type InboxConversation, inboxViews } from '../../../../functions/model/conversations/inbox.ts';
import type { SearchValues } from '../../../context/search.ts';

/** The view, its filters and the open conversation are in the address. */
export const inboxSearch = {
  view: z._default(z.enum(inboxViews), 'mine'),
  channel: z.optional(z.enum(channels)),
  assigned_agent_id: z.optional(z.uuid()),
  not_opened: z.optional(z.literal('true')),
  not_delivered: z.optional(z.literal('true')),
  tag: z.optional(z.string()),
  team: z.optional(z.union([z.enum(['mine', 'none']), z.uuid()])),
  /** The open conversation, and the message in it that a link names. */
  c: z.optional(z.uuid()),
  m: z.optional(z.uuid()),
  /** What the search that replaces the list begins with. */
  q: z.optional(z.string()),
  /** The contact over the conversation, where it does not fit beside it. */
  panel: z.optional(z.literal('open')),
};

export type View = (typeof inboxViews)[number];

export const noFilters = {
  channel: undefined,
  assigned_agent_id: undefined,
  not_opened: undefined,
  not_delivered: undefined,
  tag: undefined,
  team: undefined,
};

export type InboxFilter = { view: View } & Partial<Pick<SearchValues<typeof inboxSearch>, keyof typeof noFilters>>;

export interface Groups {
  waiting: readonly InboxConversation[];
  answered: readonly InboxConversation[];
}

export interface ListPage extends Groups {
  filter: InboxFilter;
  /** The server's name of this list. */
  rows_version: string;
  next_cursor: string | null;
}

const sameRows = (one: readonly InboxConversation[], other: readonly InboxConversation[]): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index]);

/** The page as it was before, if it has the same rows. */
export const keepPage = (before: ListPage | undefined, page: ListPage): ListPage =>
  before?.next_cursor === page.next_cursor &&
  before.rows_version === page.rows_version &&
  sameRows(before.waiting, page.waiting) &&
  sameRows(before.answered, page.answered)
    ? before
    : page;

/** Decides for changes that show before the server has confirmed them. */
const belongs = (
  { status, assigned_agent_id: assigned, snoozed_until: until }: InboxConversation,
  view: View,
  userId: string,
): boolean => {
  if (view === 'closed') return status === 'closed';
  if (view === 'waiting') return status === 'pending';
  if (view === 'snoozed' || until !== null) return view === 'snoozed' && until !== null;
  if (status !== 'open') return false;
  return view === 'all' || (view === 'mine' ? assigned === userId : assigned === null);
};

/** The server's list with a change that this page made. */
export const withChange = (groups: Groups, changed: InboxConversation, view: View, userId: string): Groups => {
  const replace = (rows: readonly InboxConversation[]) => rows.map((row) => (row.id === changed.id ? changed : row));
  const without = (rows: readonly InboxConversation[]) => rows.filter(({ id }) => id !== changed.id);
  if (!belongs(changed, view, userId)) return { waiting: without(groups.waiting), answered: without(groups.answered) };
  const isIn = (rows: readonly InboxConversation[]) => rows.some(({ id }) => id === changed.id);
  const { waiting_since: since, is_back, snoozed_until: until, status } = changed;
  const waits = (since !== null || is_back) && status === 'open' && until === null;
  if (waits === isIn(groups.waiting) && waits !== isIn(groups.answered)) {
    return { waiting: replace(groups.waiting), answered: replace(groups.answered) };
  }
  return waits
    ? { waiting: [...without(groups.waiting), changed].sort(bySince), answered: without(groups.answered) }
    : { waiting: without(groups.waiting), answered: [changed, ...without(groups.answered)] };
};

/** Sorts nearly as the server does: of those that wait equally long, the one that began first comes first. */
const bySince = (one: InboxConversation, other: InboxConversation): number =>
  placeOf(one).localeCompare(placeOf(other));

const placeOf = ({ is_back, waiting_since, id }: InboxConversation): string =>
  `${is_back ? 0 : 1}${waiting_since}${id}`;
