import * as z from 'zod/mini';
import { lengthsMax, sendInput } from '../../../functions/model/messages/outgoing-message.ts';
import { templateChoice } from '../../../functions/model/templates/template.ts';

/** One schema for each type of message, where the service validates one flat object. A test compares the two. */
const { name, reply_to_message_id, filename, fallback_template } = sendInput.shape;

const addressed = { to: sendInput.shape.to, name, reply_to_message_id };

const freeForm = { ...addressed, fallback_template };

const caption = z.optional(z.nullable(z.string().check(z.maxLength(lengthsMax.caption))));

const media = { media_url: z.url().check(z.maxLength(lengthsMax.url)) };

export const textMessage = z.object({
  ...freeForm,
  type: z.optional(z.nullable(z.literal('text'))),
  text: z.string().check(z.minLength(1), z.maxLength(lengthsMax.text)),
});

export const imageMessage = z.object({ ...freeForm, type: z.literal('image'), ...media, text: caption });

export const videoMessage = z.object({ ...freeForm, type: z.literal('video'), ...media, text: caption });

export const documentMessage = z.object({
  ...freeForm,
  type: z.literal('document'),
  ...media,
  text: caption,
  filename,
});

export const audioMessage = z.object({ ...freeForm, type: z.literal('audio'), ...media });

export const templateMessage = z.object({
  ...addressed,
  type: z.literal('template'),
  template: templateChoice,
  fallback_template: z.optional(z.null()),
});

export const newMessage = z.union([
  textMessage,
  imageMessage,
  videoMessage,
  documentMessage,
  audioMessage,
  templateMessage,
]);
