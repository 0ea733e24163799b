import * as z from 'zod/mini';
import { channels } from './contact.ts';
import { contentTypes } from './message.ts';

const textOrNull = z.nullable(z.string());

const origin = {
  channel: z.enum(channels),
  /** The business account that was written to, by which the workspace is found. */
  accountId: z.string(),
};

/** Who wrote. A customer without phone number, on any channel, is known by the channel's own id alone. */
const inboundSender = z.object({
  /** E.164 with plus. */
  phone: textOrNull,
  channelUserId: textOrNull,
  name: textOrNull,
});

const inboundMedia = z.object({
  /** To be asked for with the account's token; or a link, which expires; or both. */
  id: textOrNull,
  url: textOrNull,
  mimeType: textOrNull,
  filename: textOrNull,
});

const channelError = z.object({ code: z.nullable(z.number()), message: z.string(), details: textOrNull });

const inboundMessage = z.object({
  kind: z.literal('message'),
  ...origin,
  /** The channel delivers a message more than once: this id tells. */
  channelMessageId: z.string(),
  from: inboundSender,
  sentAt: z.string(),
  contentType: z.enum(contentTypes),
  text: textOrNull,
  /** One at most on msgapp; several photographs sent at once on social. */
  media: z.array(inboundMedia),
  interactiveReplyId: textOrNull,
  replyToChannelMessageId: textOrNull,
});

const inboundStatus = z.object({
  kind: z.literal('status'),
  ...origin,
  channelMessageId: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  at: z.string(),
  /** The id that our send carried: it leads to the message even when the channel's id was never stored. */
  ourMessageId: textOrNull,
  error: z.nullable(channelError),
});

/** The customer took a message back. */
const inboundDeletion = z.object({
  kind: z.literal('deleted'),
  ...origin,
  channelMessageId: z.string(),
  at: z.string(),
});

/** The customer changed the text of a message. */
const inboundEdit = z.object({
  kind: z.literal('edited'),
  ...origin,
  channelMessageId: z.string(),
  at: z.string(),
  text: textOrNull,
});

/** The customer goes on under another number or id. */
const inboundNumberChange = z.object({
  kind: z.literal('number_changed'),
  ...origin,
  from: inboundSender,
  to: z.object({ phone: textOrNull, channelUserId: textOrNull }),
  at: z.string(),
});

/** Something is wrong with the account itself, not with a message. */
const inboundAccountError = z.object({ kind: z.literal('account_error'), ...origin, error: channelError });

/** One thing that a channel reports. A channel's webhook holds many; each is handled by itself. */
const inboundItem = z.discriminatedUnion('kind', [
  inboundMessage,
  inboundStatus,
  inboundDeletion,
  inboundEdit,
  inboundNumberChange,
  inboundAccountError,
]);

export type InboundItem = z.output<typeof inboundItem>;
export type InboundSender = z.output<typeof inboundSender>;
export type InboundMedia = z.output<typeof inboundMedia>;
export type InboundMessage = z.output<typeof inboundMessage>;
export type InboundStatus = z.output<typeof inboundStatus>;
export type InboundDeletion = z.output<typeof inboundDeletion>;
export type InboundEdit = z.output<typeof inboundEdit>;
export type InboundNumberChange = z.output<typeof inboundNumberChange>;
export type InboundAccountError = z.output<typeof inboundAccountError>;

/** One thing on its way through the queue. */
export const inboundJob = z.object({
  item: inboundItem,
  /** How often it came too early: what it is about was not there yet. */
  postponements: z._default(z.int(), 0),
});

export type InboundJob = z.output<typeof inboundJob>;
