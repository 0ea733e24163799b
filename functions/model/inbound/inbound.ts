import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { warningTopics } from '../channels/health.ts';
import { contentTypes } from '../messages/message.ts';

const textOrNull = z.nullable(z.string());

const origin = { channel: z.enum(channels), accountId: z.string() };

const inboundSender = z.object({ phone: textOrNull, channelUserId: textOrNull, name: textOrNull });

const inboundMedia = z.object({
  /** Downloadable with the account's token; `url` is a link that expires. At least one is set. */
  id: textOrNull,
  url: textOrNull,
  mimeType: textOrNull,
  filename: textOrNull,
});

const channelError = z.object({ code: z.nullable(z.number()), message: z.string(), details: textOrNull });

const inboundMessage = z.object({
  kind: z.literal('message'),
  ...origin,
  /** It lets us recognize repetitions: channels deliver at least once. */
  channelMessageId: z.string(),
  from: inboundSender,
  sentAt: z.string(),
  contentType: z.enum(contentTypes),
  text: textOrNull,
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
  /** The ids that our send carried; they find the message even when the channel's id was never stored. */
  ourConversationId: textOrNull,
  ourMessageId: textOrNull,
  error: z.nullable(channelError),
});

const inboundDeletion = z.object({
  kind: z.literal('deleted'),
  ...origin,
  channelMessageId: z.string(),
  at: z.string(),
});

const inboundEdit = z.object({
  kind: z.literal('edited'),
  ...origin,
  channelMessageId: z.string(),
  at: z.string(),
  text: textOrNull,
});

const inboundNumberChange = z.object({
  kind: z.literal('number_changed'),
  ...origin,
  from: inboundSender,
  to: z.object({ phone: textOrNull, channelUserId: textOrNull }),
  at: z.string(),
});

const inboundAccountError = z.object({ kind: z.literal('account_error'), ...origin, error: channelError });

/** A msgapp business account, the `accountId`, sends notices. It may have numbers in several workspaces. */
const noticeOrigin = { channel: z.literal('msgapp'), accountId: z.string(), at: z.string() };

const inboundTemplateNotice = z.object({
  kind: z.literal('template_notice'),
  ...noticeOrigin,
  name: z.string(),
  language: z.string(),
  /** `components`: the contents changed, and the notice does not say how. */
  field: z.enum(['status', 'category', 'quality', 'components']),
  value: z.string(),
  reason: textOrNull,
});

const inboundNumberNotice = z.object({
  kind: z.literal('number_notice'),
  ...noticeOrigin,
  digits: z.string(),
  event: z.string(),
  limit: textOrNull,
});

const inboundAccountNotice = z.object({
  kind: z.literal('account_notice'),
  ...noticeOrigin,
  /** Null if it is about all numbers of the account. */
  phoneNumberId: textOrNull,
  topic: z.enum(warningTopics),
  event: z.string(),
  effect: z.enum(['warning', 'recovery']),
  details: textOrNull,
  until: textOrNull,
});

/** A channel's webhook holds many items; each becomes its own job. */
export const inboundItem = z.discriminatedUnion('kind', [
  inboundMessage,
  inboundStatus,
  inboundDeletion,
  inboundEdit,
  inboundNumberChange,
  inboundAccountError,
  inboundTemplateNotice,
  inboundNumberNotice,
  inboundAccountNotice,
]);

export type InboundItem = z.output<typeof inboundItem>;
export type InboundSender = z.output<typeof inboundSender>;
export type InboundMedia = z.output<typeof inboundMedia>;
export type InboundMessage = z.output<typeof inboundMessage>;
export type InboundContent = Pick<
  InboundMessage,
  'contentType' | 'text' | 'media' | 'interactiveReplyId' | 'replyToChannelMessageId'
>;
export type InboundStatus = z.output<typeof inboundStatus>;
export type InboundDeletion = z.output<typeof inboundDeletion>;
export type InboundEdit = z.output<typeof inboundEdit>;
export type InboundNumberChange = z.output<typeof inboundNumberChange>;
export type InboundAccountError = z.output<typeof inboundAccountError>;
export type InboundTemplateNotice = z.output<typeof inboundTemplateNotice>;
export type InboundNumberNotice = z.output<typeof inboundNumberNotice>;
export type InboundAccountNotice = z.output<typeof inboundAccountNotice>;
export type InboundNotice = InboundTemplateNotice | InboundNumberNotice | InboundAccountNotice;
