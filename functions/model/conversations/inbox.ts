import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { id } from '../id.ts';
import { conversation, conversationChanges } from './conversation.ts';
import { listedMessage } from './timeline.ts';

/** The lists of conversations. `waiting` is for the customer's turn: the status `pending`. */
export const inboxViews = ['mine', 'unassigned', 'all', 'waiting', 'snoozed', 'closed'] as const;

export const presence = z.object({ user_id: z.uuid(), name: z.string(), state: z.enum(['looking', 'writing']) });

/** A note that mentions the caller in a conversation that they have not opened since. */
export const mention = z.object({ note_id: z.uuid(), conversation_id: z.uuid(), by: z.string() });

/** A conversation as the team sees it. Nothing here but the conversation's own fields is in the public API. */
export const inboxConversation = z.extend(conversation, {
  /** Whether a member has opened it since the customer's last message. */
  is_opened: z.boolean(),
  /** Its snooze has ended, and nobody has worked on it since. */
  is_back: z.boolean(),
  last_message: z.nullable(listedMessage),
  /** Other members who look at it now or write in it. */
  presence: z.array(presence),
  /** Another value means that an entry changed, perhaps one that the live read does not include. */
  noted: z.nullable(z.string()),
  /** The same as in the hint of a change: a page that has it need not read the conversation. */
  version: z.string(),
});

export type InboxConversation = z.output<typeof inboxConversation>;

/** A page that hears of more changes reads the whole list. */
export const changedMax = 20;

export const inboxQuery = z.object({
  /** `due` is for notices: those of the caller and of nobody. */
  view: z._default(z.enum([...inboxViews, 'due']), 'mine'),
  channel: z.optional(z.enum(channels)),
  /** Lists only conversations of this member. */
  assigned_agent_id: z.optional(id),
  not_opened: z.optional(z.literal('true')),
  /** A team, those of the caller, or none. */
  team: z.optional(z.union([z.enum(['mine', 'none']), id])),
  /** The name of a tag that the contact has. */
  tag: z.optional(z.string().check(z.maxLength(100))),
  /** Lists only conversations whose last message failed. */
  not_delivered: z.optional(z.literal('true')),
  /** The conversation on the screen; the response then has what changed in it since the entry `since`. */
  conversation_id: z.optional(id),
  since: z.optional(id),
  /**
   * The conversations that changed: the response has these, the ids of all, and the counts. The index may lag behind
   * the changes, but the response does not.
   */
  changed: z.optional(
    z
      .pipe(
        z.string().check(z.maxLength(40 * changedMax)),
        z.transform((text) => text.split(',')),
      )
      .check(z.refine((ids) => ids.length <= changedMax && ids.every((one) => z.safeParse(id, one).success))),
  ),
  /** The `rows_version` of the list that the page shows: if it is still the same, the response has only the ids. */
  known: z.optional(z.string().check(z.maxLength(40))),
  /** Says that the person looks at the open conversation, or writes in it. */
  presence: z.optional(z.enum(['looking', 'writing'])),
  counts: z.optional(z.literal('true')),
});

/** However large the inbox is, its counts look at this many open conversations, those that wait first, and pending ones. */
export const inboxCountMax = 200;

export const inboxCounts = z.object({
  /** If false, there are at least as many. */
  is_exact: z.boolean(),
  mine: z.int(),
  unassigned: z.int(),
  all: z.int(),
  waiting: z.int(),
  /** At most `inboxCountMax`. */
  snoozed: z.int(),
  /** How many conversations of `all` each member has. */
  by_member: z.record(z.string(), z.int()),
  /** The number of conversations that wait for an answer or are back from snooze, and are the caller's or nobody's. */
  due: z.int(),
  /** How many of `all` each team has. Absent if none has any. */
  teams: z.optional(z.record(z.uuid(), z.int())),
  mentions: z.array(mention),
  /** Whether the caller is away. Absent if no team gives them conversations by turns. */
  is_away: z.optional(z.boolean()),
});

export const conversationWork = z.extend(conversationChanges, {
  /** True puts it back among those that wait for an answer; false means that it is the customer's turn. */
  waiting: z.optional(z.boolean()),
  /** An undo states what it undoes: what a colleague has changed since stays as it is. */
  expected: z.optional(conversationChanges),
});

export const bulkMax = 50;

export const bulkRequest = z.object({
  ids: z.array(id).check(z.minLength(1), z.maxLength(bulkMax)),
  changes: z.optional(conversationWork),
  is_opened: z.optional(z.boolean()),
  /** `last_inbound_at` as the caller has seen it: a conversation in which the customer wrote since stays as it is. */
  seen: z.optional(z.record(id, z.nullable(z.iso.datetime()))),
});

export const bulkResult = z.object({
  id: z.uuid(),
  outcome: z.enum(['changed', 'unchanged', 'outdated', 'not_found', 'failed']),
  /** An undo restores these. */
  before: z.optional(
    z.pick(inboxConversation, {
      status: true,
      assigned_agent_id: true,
      team_id: true,
      waiting_since: true,
      snoozed_until: true,
    }),
  ),
});

export type InboxQuery = z.output<typeof inboxQuery>;

export type InboxCounts = z.output<typeof inboxCounts>;

export type BulkRequest = z.output<typeof bulkRequest>;

export type BulkResult = z.output<typeof bulkResult>;

export type Mention = z.output<typeof mention>;

export type Presence = z.output<typeof presence>;
