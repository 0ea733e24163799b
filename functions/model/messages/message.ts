import * as z from 'zod/mini';
import type { Channel } from '../channels/channel.ts';
import type { StructuredParams } from '../templates/template.ts';
import { type MessageError, publicMessageError, toPublicMessageError } from './error.ts';

export const contentTypes = [
  'text',
  'template',
  'image',
  'video',
  'document',
  'audio',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
  'unsupported',
] as const;

export type ContentType = (typeof contentTypes)[number];

export const sendTypes = ['text', 'template', 'image', 'video', 'document', 'audio'] as const;

/** The statuses are in rising order: `failed` overrides `sent`, and a delivery receipt overrides `failed`. */
export const messageStatuses = ['sending', 'sent', 'failed', 'delivered', 'read'] as const;

export type MessageStatus = (typeof messageStatuses)[number];

/** Receipts may be late or repeated, so the status never goes back. */
export const statusAfter = (stored: MessageStatus, reported: MessageStatus): MessageStatus =>
  messageStatuses.indexOf(reported) > messageStatuses.indexOf(stored) ? reported : stored;

/** A page that an answer leads to, as the member's browser knew it. The service never fetches it. */
export const messageLink = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  url: z.string().check(z.maxLength(2_048), z.regex(/^https?:\/\/[^\s<>"']+$/i), z.refine(URL.canParse)),
});

export type MessageLink = z.output<typeof messageLink>;

export const message = z.object({
  id: z.uuid(),
  conversation_id: z.uuid(),
  direction: z.enum(['inbound', 'outbound']),
  sender_type: z.enum(['customer', 'agent', 'bot']),
  content_type: z.enum(contentTypes),
  content_text: z.nullable(z.string()),
  media_url: z.nullable(z.string()),
  template_name: z.nullable(z.string()),
  msgapp_message_id: z.nullable(z.string()),
  message_id: z.string(),
  status: z.enum(messageStatuses),
  reply_to_message_id: z.nullable(z.uuid()),
  interactive_reply_id: z.nullable(z.string()),
  deleted_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  error: z.nullable(publicMessageError),
  sent_at: z.iso.datetime(),
  fallback_used: z.optional(z.boolean()),
  fallback_for_message_id: z.optional(z.uuid()),
});

export type Message = z.output<typeof message>;

export const sendResult = z.object({
  message_id: z.uuid(),
  msgapp_message_id: z.string(),
  conversation_id: z.uuid(),
  contact_id: z.uuid(),
  contact_created: z.boolean(),
  fallback_used: z.optional(z.boolean()),
});

export type SendResult = z.output<typeof sendResult>;

/** Only Msgapp has ids of its own for messages. */
export const replyResult = z.extend(sendResult, { msgapp_message_id: z.nullable(z.string()) });

export type ReplyResult = z.output<typeof replyResult>;

export interface MessageRecord extends Omit<Message, 'msgapp_message_id' | 'message_id' | 'error' | 'sent_at'> {
  channel: Channel;
  channel_message_id: string | null;
  /** The error of the last failure that was reported. It stays when a later receipt shows that the message arrived. */
  error?: MessageError;
  /** The channel's time: when the customer wrote the message, or when the channel accepted ours. */
  sent_at?: string;
}

export type MessageContent = Pick<
  MessageRecord,
  'content_type' | 'content_text' | 'media_url' | 'template_name' | 'fallback_used'
> & {
  template_language?: string;
  template_values?: TemplateValues;
  /** The text that the customer did not get, because the fallback template was sent. */
  replaced_text?: string;
  media?: MessageFile[];
};

/** The values of a template's header, buttons and cards, as they were sent. */
export type TemplateValues = Pick<
  StructuredParams,
  'headerText' | 'headerMediaUrl' | 'headerFilename' | 'headerLocation' | 'buttonParams' | 'cards'
>;

/** The origin of a message's file. */
export interface MessageFile {
  id: string | null;
  url: string | null;
  mimeType: string | null;
  filename: string | null;
}

/** Web chats have no message ids of their own, so `message_id` is ours there. */
export const toMessage = (record: MessageRecord, baseUrl: string): Message => ({
  id: record.id,
  conversation_id: record.conversation_id,
  direction: record.direction,
  sender_type: record.sender_type,
  content_type: record.content_type,
  content_text: record.content_text,
  media_url: toMediaUrl(record.media_url, baseUrl),
  template_name: record.template_name,
  msgapp_message_id: record.channel === 'msgapp' ? record.channel_message_id : null,
  message_id: (record.channel === 'web' ? null : record.channel_message_id) ?? record.id,
  status: record.status,
  reply_to_message_id: record.reply_to_message_id,
  interactive_reply_id: record.interactive_reply_id,
  deleted_at: record.deleted_at,
  created_at: record.created_at,
  error: record.status === 'failed' && record.error ? toPublicMessageError(record.error) : null,
  sent_at: (record.direction === 'inbound' ? record.sent_at : undefined) ?? record.created_at,
  ...fallbackField(record),
  ...(record.fallback_for_message_id ? { fallback_for_message_id: record.fallback_for_message_id } : {}),
});

/** The field is absent unless the fallback template was sent. */
export const fallbackField = ({ fallback_used }: Pick<MessageRecord, 'fallback_used'>) =>
  fallback_used ? { fallback_used } : {};

/** A path is that of our copy; other URLs are those that the sender gave. */
const toMediaUrl = (url: string | null, baseUrl: string): string | null =>
  url?.startsWith('/') ? `${baseUrl}${url}` : url;
