import * as z from 'zod/mini';
import type { CounterShard } from '../broadcasts/counters.ts';
import { type Channel, channels } from '../channels/channel.ts';
import { embeddedContact } from '../contacts/contact.ts';
import { id } from '../id.ts';
import type { LastMessage } from '../messages/last-message.ts';
import { optionalField } from '../optional-field.ts';
import type { Tracked } from './tracked.ts';

export const conversationStatuses = ['open', 'pending', 'closed'] as const;

export type ConversationStatus = (typeof conversationStatuses)[number];

/** The message by which a search has found a conversation. */
export const textMatch = z.object({
  message_id: z.uuid(),
  sent_at: z.iso.datetime(),
  text: z.string(),
  /** Where the text has what was searched for: from a character to the one behind it. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  is_note: z.optional(z.literal(true)),
});

export type TextMatch = z.output<typeof textMatch>;

export const conversation = z.object({
  id: z.uuid(),
  channel: z.enum(channels),
  contact_id: z.uuid(),
  status: z.enum(conversationStatuses),
  assigned_agent_id: z.nullable(z.string()),
  last_message_text: z.nullable(z.string()),
  last_message_at: z.nullable(z.iso.datetime()),
  last_inbound_at: z.nullable(z.iso.datetime()),
  unread_count: z.int().check(z.minimum(0)),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  contact: embeddedContact,
  window_expires_at: z.nullable(z.iso.datetime()),
  waiting_since: z.nullable(z.iso.datetime()),
  snoozed_until: z.nullable(z.iso.datetime()),
  team_id: z.nullable(z.uuid()),
  match: z.optional(textMatch),
});

export type Conversation = z.output<typeof conversation>;

export const conversationChanges = z.object({
  status: optionalField(z.enum(conversationStatuses)),
  assigned_agent_id: z.optional(z.nullable(id)),
  /** Validated in the domain, which knows the time. Null ends the snooze. */
  snoozed_until: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  team_id: z.optional(z.nullable(id)),
});

export type ConversationChanges = z.output<typeof conversationChanges>;

export interface Snooze {
  until: string;
  /** When it came back. From then on, until somebody works on it, it is first in the list. */
  ended_at?: string;
}

type StoredElsewhere = 'window_expires_at' | 'waiting_since' | 'snoozed_until' | 'team_id' | 'match';

export interface StoredConversation extends Omit<Conversation, StoredElsewhere>, Tracked {
  /** Absent while nobody waits for an answer. */
  waiting_since?: string;
  /** Absent without a team. It may be one that was deleted. */
  team_id?: string;
  /** When the wait began that a change ended without a reply. An undo restores it. */
  waited_since?: string;
  /** Set on open conversations only. */
  snooze?: Snooze;
  /** Marks the customer's last message as one that nobody has opened. Another message changes the mark. */
  unseen?: string;
  /** Changes with every note, with the contact and with an edit or a deletion: the inbox then reads them. */
  noted?: string;
  last_message?: LastMessage;
  /** The last broadcast sent into the conversation, which counts the customer's next message as its reply. */
  awaiting_reply?: CounterShard;
  /** The last answer that stated what it answers: of two at once, the second fails. */
  last_answer_id?: string;
  /** When the last away message was due: a further one needs an opening since. */
  away_at?: string;
  /** Its team assigns by turns, as far as was known when the team was set or changed. Whoever acts on it reads the team. */
  by_turns?: true;
  /** The member who had it when it was closed, until it is assigned again. */
  had_by?: string;
  /** Its messages are on their way to this conversation of the same customer. */
  moved_to?: string;
  /** Decides which of two messages of one millisecond is the last. */
  last_message_id?: string;
}

export const isSnoozed = ({ snooze }: Pick<StoredConversation, 'snooze'>): boolean =>
  snooze !== undefined && snooze.ended_at === undefined;

/** A member of its team should take it. */
export const waitsForMember = (
  conversation: Pick<StoredConversation, 'status' | 'waiting_since' | 'assigned_agent_id' | 'team_id' | 'snooze'>,
): boolean =>
  conversation.status === 'open' &&
  conversation.waiting_since !== undefined &&
  conversation.assigned_agent_id === null &&
  conversation.team_id !== undefined &&
  !isSnoozed(conversation);

/** The conversation counts among the open ones of the member. */
export const isHeldBy = (
  userId: string,
  conversation: Pick<StoredConversation, 'status' | 'assigned_agent_id' | 'snooze'>,
): boolean => conversation.assigned_agent_id === userId && conversation.status === 'open' && !isSnoozed(conversation);

/** The first event that ends the snooze sets the time since which it is back. */
export const endSnooze = (snooze: Snooze, at: string): Snooze =>
  snooze.ended_at ? snooze : { ...snooze, ended_at: at };

/** A reply handles what came back before it was written. A snoozed conversation comes back all the same. */
export const snoozeAfterReply = (
  { snooze }: Pick<StoredConversation, 'snooze'>,
  repliedAt: string,
): Snooze | undefined => (snooze?.ended_at && snooze.ended_at <= repliedAt ? undefined : snooze);

/** Its snooze has ended, and nobody has worked on it since. */
export const isBack = ({ snooze }: Pick<StoredConversation, 'snooze'>): boolean => snooze?.ended_at !== undefined;

export const isNewestMessage = (
  { last_message_at, last_message_id }: StoredConversation,
  { id, created_at }: { id: string; created_at: string },
): boolean => (last_message_id === undefined ? (last_message_at ?? '') <= created_at : last_message_id <= id);

const replyWindowMs = 24 * 60 * 60 * 1000;

const channelsWithWindow: readonly Channel[] = ['msgapp', 'social'];

/** Returns null if nobody is known to have written: the customer may have done so before the channel was connected. */
export const findWindowExpiry = ({
  channel,
  last_inbound_at: lastInboundAt,
}: Pick<StoredConversation, 'channel' | 'last_inbound_at'>): string | null =>
  lastInboundAt && channelsWithWindow.includes(channel)
    ? new Date(Date.parse(lastInboundAt) + replyWindowMs).toISOString()
    : null;

export const toConversation = (stored: StoredConversation): Conversation => ({
  id: stored.id,
  channel: stored.channel,
  contact_id: stored.contact_id,
  status: stored.status,
  assigned_agent_id: stored.assigned_agent_id,
  last_message_text: stored.last_message_text,
  last_message_at: stored.last_message_at,
  last_inbound_at: stored.last_inbound_at,
  unread_count: stored.unread_count,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  contact: stored.contact,
  window_expires_at: findWindowExpiry(stored),
  waiting_since: stored.waiting_since ?? null,
  snoozed_until: isSnoozed(stored) ? (stored.snooze?.until ?? null) : null,
  team_id: stored.team_id ?? null,
});
