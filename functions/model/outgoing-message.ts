import * as z from 'zod/mini';
import { id } from './id.ts';
import { sendTypes } from './message.ts';
import { type TemplateChoice, templateChoice } from './template.ts';

const textMax = 4_096;
const captionMax = 1_024;

const urlMax = 4_096;

/** The type decides which fields are required; fields of other types are ignored. */
const sendInput = z.object({
  to: z.string(),
  type: z._default(z.enum(sendTypes), 'text'),
  text: z.optional(z.string()),
  media_url: z.optional(z.string()),
  filename: z.optional(z.string().check(z.maxLength(240))),
  name: z.optional(z.string().check(z.maxLength(255))),
  template: z.optional(templateChoice),
  reply_to_message_id: z.optional(id),
});

type SendInput = z.output<typeof sendInput>;

export type OutgoingContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video'; mediaUrl: string; text: string | undefined }
  | { type: 'document'; mediaUrl: string; text: string | undefined; filename: string | undefined }
  | { type: 'audio'; mediaUrl: string }
  | { type: 'template'; template: TemplateChoice };

export interface OutgoingMessage {
  to: string;
  name: string | undefined;
  content: OutgoingContent;
  replyToMessageId: string | undefined;
}

export const outgoingMessage = z.pipe(
  sendInput,
  z.transform((fields, { issues }): OutgoingMessage => {
    const reject = (field: keyof SendInput, message: string) =>
      void issues.push({ code: 'custom', path: [field], message, input: fields });
    return {
      to: fields.to,
      name: fields.name?.trim() || undefined,
      content: toContent(fields, reject),
      replyToMessageId: fields.reply_to_message_id,
    };
  }),
);

type Reject = (field: keyof SendInput, message: string) => void;

/** After a reject the returned content is discarded, so any placeholder will do. */
const toContent = (fields: SendInput, reject: Reject): OutgoingContent => {
  const { type, template, filename } = fields;
  switch (type) {
    case 'text':
      return { type, text: readText(fields, reject) };
    case 'image':
    case 'video':
      return { type, mediaUrl: readMediaUrl(fields, reject), text: readCaption(fields, reject) };
    case 'document':
      return { type, mediaUrl: readMediaUrl(fields, reject), text: readCaption(fields, reject), filename };
    case 'audio':
      // The channel shows no caption with audio.
      return { type, mediaUrl: readMediaUrl(fields, reject) };
    case 'template':
      if (!template) reject('template', 'is required');
      return { type, template: template ?? { name: '', language: '' } };
  }
};

const readText = ({ text = '' }: SendInput, reject: Reject): string => {
  if (text.length < 1 || text.length > textMax) reject('text', `must have 1 to ${textMax} characters`);
  return text;
};

const readCaption = ({ text }: SendInput, reject: Reject): string | undefined => {
  if (text !== undefined && text.length > captionMax) {
    reject('text', `must have at most ${captionMax} characters as a caption`);
  }
  return text || undefined;
};

const readMediaUrl = ({ media_url: url = '' }: SendInput, reject: Reject): string => {
  const { protocol } = URL.parse(url) ?? {};
  if (url.length > urlMax || (protocol !== 'http:' && protocol !== 'https:')) {
    reject('media_url', `must be a public http or https URL of at most ${urlMax} characters`);
  }
  return url;
};
