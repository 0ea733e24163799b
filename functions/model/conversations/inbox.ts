import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { id } from '../id.ts';
import { conversation, conversationChanges } from './conversation.ts';
import { listedMessage } from './timeline.ts';

/** The lists of conversations. `waiting` is for the customer's turn: the status `pending`. */
export const inboxViews = ['mine', 'unassigned', 'all', 'waiting', 'closed'] as const;

export const presence = z.object({ user_id: z.uuid(), name: z.string(), state: z.enum(['looking', 'writing']) });

/** A note that mentions the caller in a conversation that they have not opened since. */
export const mention = z.object({ note_id: z.uuid(), conversation_id: z.uuid(), by: z.string() });

/** A conversation as the team sees it. Nothing here but the conversation's own fields is in the public API. */
export const inboxConversation = z.extend(conversation, {
  /** Whether a member has opened it since the customer's last message. */
  is_opened: z.boolean(),
  last_message: z.nullable(listedMessage),
  /** Other members who look at it now or write in it. */
  presence: z.array(presence),
  /** Another value means that an entry changed, perhaps one that the live read does not include. */
  noted: z.nullable(z.string()),
});

export type InboxConversation = z.output<typeof inboxConversation>;

export const inboxQuery = z.object({
  /** `due` is for notices: those of the caller and of nobody. */
  view: z._default(z.enum([...inboxViews, 'due']), 'mine'),
  channel: z.optional(z.enum(channels)),
  not_opened: z.optional(z.literal('true')),
  /** The name of a tag that the contact has. */
  tag: z.optional(z.string().check(z.maxLength(100))),
  /** Lists only conversations whose last message failed. */
  not_delivered: z.optional(z.literal('true')),
  /** The conversation on the screen; the response then has what changed in it since the entry `since`. */
  conversation_id: z.optional(id),
  since: z.optional(id),
});

/** However large the inbox is, its counts look at this many open conversations, those that wait first, and pending ones. */
export const countedMax = 200;

export const inboxCounts = z.object({
  /** If false, there are at least as many. */
  is_exact: z.boolean(),
  mine: z.int(),
  unassigned: z.int(),
  all: z.int(),
  waiting: z.int(),
  /** The number of conversations that wait for an answer and are the caller's or nobody's. */
  due: z.int(),
  mentions: z.array(mention),
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
  before: z.optional(z.pick(inboxConversation, { status: true, assigned_agent_id: true, waiting_since: true })),
});

export type InboxQuery = z.output<typeof inboxQuery>;

export type InboxCounts = z.output<typeof inboxCounts>;

export type BulkRequest = z.output<typeof bulkRequest>;

export type BulkResult = z.output<typeof bulkResult>;

export type Mention = z.output<typeof mention>;

export type Presence = z.output<typeof presence>;
