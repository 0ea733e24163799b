import * as z from 'zod/mini';
import type { Channel } from './channel.ts';

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

/** In rising order: `failed` overrides `sent`, and a delivery receipt overrides `failed`. */
export const messageStatuses = ['sending', 'sent', 'failed', 'delivered', 'read'] as const;

export type MessageStatus = (typeof messageStatuses)[number];

/** Receipts may be late or repeated, so the status never goes back. */
export const statusAfter = (stored: MessageStatus, reported: MessageStatus): MessageStatus =>
  messageStatuses.indexOf(reported) > messageStatuses.indexOf(stored) ? reported : stored;

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
});

export type Message = z.output<typeof message>;

export const sendResult = z.object({
  message_id: z.uuid(),
  msgapp_message_id: z.string(),
  conversation_id: z.uuid(),
  contact_id: z.uuid(),
  contact_created: z.boolean(),
});

export type SendResult = z.output<typeof sendResult>;

export interface MessageRecord extends Omit<Message, 'msgapp_message_id' | 'message_id'> {
  channel: Channel;
  channel_message_id: string | null;
}

/** Web chats have no message ids of their own, so `message_id` is ours there. */
export const toMessage = (record: MessageRecord): Message => ({
  id: record.id,
  conversation_id: record.conversation_id,
  direction: record.direction,
  sender_type: record.sender_type,
  content_type: record.content_type,
  content_text: record.content_text,
  media_url: record.media_url,
  template_name: record.template_name,
  msgapp_message_id: record.channel === 'msgapp' ? record.channel_message_id : null,
  message_id: (record.channel === 'web' ? null : record.channel_message_id) ?? record.id,
  status: record.status,
  reply_to_message_id: record.reply_to_message_id,
  interactive_reply_id: record.interactive_reply_id,
  deleted_at: record.deleted_at,
  created_at: record.created_at,
});

export interface ChannelError {
  code: number | null;
  message: string;
  details: string | null;
}

/** Why a message failed: the channel's words, or ours where neither a response nor a receipt told the outcome. */
export type MessageError = ChannelError | (Omit<ChannelError, 'code'> & { code: 'outcome_unknown' });

/** For example `(#132012) Parameter format … - header: Format mismatch …`, then what to do about it. */
export const formatChannelError = ({ code, message, details }: MessageError): string => {
  const withCode = typeof code !== 'number' || message.includes(`#${code}`) ? message : `(#${code}) ${message}`;
  const text = details === null || saysTheSame(message, details) ? withCode : `${withCode} - ${details}`;
  const advice = typeof code === 'number' ? adviceByCode[code] : undefined;
  return advice === undefined ? text : `${text.replace(/\.?$/, '.')} ${advice}`;
};

const saysTheSame = (message: string, details: string): boolean => toWords(message) === toWords(details);

const toWords = (text: string): string =>
  text
    .replace(/^\(#\d+\) /, '')
    .replace(/\.$/, '')
    .toLowerCase();

const adviceByCode: Record<number, string> = {
  190: "The access token of the workspace's msgapp account is not valid: an operator must connect the account again.",
  131026:
    'The number may not be on the channel, or may have blocked or never accepted this business: check the number.',
  131047: 'Send an approved template (type: template) instead.',
};
