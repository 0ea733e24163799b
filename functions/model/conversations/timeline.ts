import * as z from 'zod/mini';
import { id } from '../id.ts';
import { message, messageLink } from '../messages/message.ts';
import { visitRating } from '../web-chat/visit.ts';

const author = z.object({
  kind: z.enum(['customer', 'member', 'key', 'broadcast', 'service', 'away', 'team']),
  /** The id of the member, broadcast or team. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
});

export type Author = z.output<typeof author>;

/** The file of a message. `url` is on the dashboard's own origin and ends after a while. */
const shownFile = z.object({
  state: z.enum(['ready', 'pending', 'too_large', 'gone', 'refused_address', 'unavailable', 'expired']),
  url: z.nullable(z.string()),
  content_type: z.nullable(z.string()),
  filename: z.nullable(z.string()),
  size_bytes: z.nullable(z.int()),
  duration_seconds: z.nullable(z.int()),
});

const shownParts = {
  header: z.nullable(z.string()),
  body: z.nullable(z.string()),
  footer: z.nullable(z.string()),
  buttons: z.array(z.string()),
  /** A header that is not text. The URL is that of the sender. */
  media: z.nullable(
    z.object({
      kind: z.enum(['image', 'video', 'document', 'location', 'other']),
      url: z.nullable(z.string()),
      name: z.nullable(z.string()),
    }),
  ),
  /** The link, number or code of each button. */
  targets: z.array(z.nullable(z.string())),
};

const messageEntry = z.extend(message, {
  type: z.literal('message'),
  author,
  file: z.nullable(shownFile),
  /** A template with its values filled in, as the customer sees it. */
  template: z.nullable(
    z.object({ name: z.string(), language: z.string(), ...shownParts, cards: z.array(z.object(shownParts)) }),
  ),
  /** The text that the fallback template replaced. */
  replaced_text: z.nullable(z.string()),
  /** The template that was sent after this message had failed. */
  fallback_message_id: z.nullable(z.uuid()),
  /** Shown to the visitor below the text. */
  link: z.optional(messageLink),
  edited_at: z.nullable(z.iso.datetime()),
  delivered_at: z.nullable(z.iso.datetime()),
  read_at: z.nullable(z.iso.datetime()),
  /** Our sentence about a failure, and what to do about it. */
  reason: z.nullable(z.string()),
  remedy: z.nullable(z.string()),
});

const noteEntry = z.object({
  type: z.literal('note'),
  id: z.uuid(),
  created_at: z.iso.datetime(),
  author,
  text: z.string(),
  /** The members who are named in the text. */
  mentions: z.array(z.uuid()),
  /** The names of the teams among them. */
  teams: z.optional(z.array(z.string())),
});

/** Names the contact, whose erasure removes the copy that is kept for a repeated request. */
export const addedNote = z.extend(noteEntry, { contact_id: z.uuid() });

export type AddedNote = z.output<typeof addedNote>;

const snoozeChanges = ['snoozed', 'unsnoozed', 'back'] as const;

const changeEntry = z.object({
  type: z.literal('change'),
  id: z.uuid(),
  created_at: z.iso.datetime(),
  author,
  change: z.enum([
    ...(['assigned', 'unassigned', 'team_assigned', 'team_removed', 'queued'] as const),
    ...(['opened', 'pending', 'closed', 'reopened', 'opted_out', 'opted_in'] as const),
    ...snoozeChanges,
    ...(['rated', 'mailed'] as const),
  ]),
  /** The member it was assigned to. */
  member: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The team it was assigned to. */
  team: z.optional(z.object({ id: z.uuid(), name: z.string() })),
  /** The time until which it was snoozed. */
  until: z.optional(z.iso.datetime()),
  /** What the customer thought of the conversation. */
  rating: z.optional(visitRating),
});

export const timelineEntry = z.discriminatedUnion('type', [messageEntry, noteEntry, changeEntry]);

export type MessageEntry = z.output<typeof messageEntry>;

export type NoteEntry = z.output<typeof noteEntry>;

export type ChangeEntry = z.output<typeof changeEntry>;

export type ListedMessage = z.output<typeof listedMessage>;

export type TimelineEntry = z.output<typeof timelineEntry>;

/** The last message in a row of the list. */
export const listedMessage = z.object({
  ...z.pick(message, { direction: true, content_type: true, content_text: true, status: true, deleted_at: true }).shape,
  author,
  filename: z.nullable(z.string()),
  duration_seconds: z.nullable(z.int()),
});

export const timelineQuery = z.object({ before: z.optional(id), after: z.optional(id) });

export const noteCharactersMax = 4_096;

/** A transaction writes them all. */
export const mentionedMax = 90;

export const newNote = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(noteCharactersMax)),
  mentions: z.optional(z.array(id).check(z.maxLength(20))),
  /** Mentions each member of these teams. */
  team_mentions: z.optional(z.array(id).check(z.maxLength(5))),
});

export type NewNote = z.output<typeof newNote>;

export const noteParams = z.object({ id, note_id: id });
