import * as z from 'zod/mini';
import { countCharacters } from '../characters.ts';
import { templateHasFewPlaceholders, templateNamesKnownFields, templateNamesNoColumns } from '../contacts/values.ts';
import { id } from '../id.ts';
import { defaultedField, optionalField } from '../optional-field.ts';
import { isShortTemplate, type TemplateChoice, templateChoice } from '../templates/template.ts';
import { lengthsMax } from './limits.ts';
import { type MessageFile, type MessageLink, sendTypes } from './message.ts';

const sentTemplate = templateChoice.check(
  isShortTemplate,
  templateNamesKnownFields,
  templateNamesNoColumns,
  templateHasFewPlaceholders,
);

export const sendInput = z.object({
  to: z.string(),
  type: defaultedField(z.enum(sendTypes), 'text'),
  text: optionalField(z.string()),
  media_url: optionalField(z.string()),
  filename: optionalField(z.string().check(z.maxLength(240))),
  name: optionalField(z.string().check(z.maxLength(255))),
  template: optionalField(sentTemplate),
  fallback_template: optionalField(sentTemplate),
  reply_to_message_id: optionalField(id),
});

export const replyInput = z.extend(z.omit(sendInput, { to: true, name: true }), {
  seen_message_id: optionalField(id),
});

const contentFields = ['text', 'media_url', 'filename', 'template'] as const;

/** Fields of other types are dropped before validation, so an invalid one is not an error. */
const fieldsByType: Record<SendInput['type'], readonly (typeof contentFields)[number][]> = {
  text: ['text'],
  image: ['media_url', 'text'],
  video: ['media_url', 'text'],
  document: ['media_url', 'text', 'filename'],
  // The channel shows no caption with audio.
  audio: ['media_url'],
  template: ['template'],
};

const dropUnusedFields = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null) return input;
  const type = sendTypes.find((name) => name === (Reflect.get(input, 'type') ?? 'text'));
  if (!type || isTemplateWithoutType(input)) return input;
  const unused = contentFields.filter((field) => !fieldsByType[type].includes(field));
  return { ...input, ...Object.fromEntries(unused.map((field) => [field, undefined])) };
};

/** It is refused with a message that says what to add. */
const isTemplateWithoutType = (input: object): boolean =>
  ['type', 'text'].every((name) => (Reflect.get(input, name) ?? undefined) === undefined) &&
  (Reflect.get(input, 'template') ?? undefined) !== undefined;

type SendInput = z.output<typeof sendInput>;

type ContentInput = Omit<SendInput, 'to' | 'name'>;

export type OutgoingContent =
  | { type: 'text'; text: string }
  | ({ type: 'image' | 'video'; text: string | undefined } & OutgoingFile)
  | ({ type: 'document'; text: string | undefined; filename: string | undefined } & OutgoingFile)
  | ({ type: 'audio' } & OutgoingFile)
  | { type: 'template'; template: TemplateChoice };

interface OutgoingFile {
  mediaUrl: string;
  /** Never in a request: our own copy, for which the URL is a link of an hour. */
  file?: { path: string; media: MessageFile };
}

export type FreeFormContent = Exclude<OutgoingContent, { type: 'template' }>;

interface OutgoingFields {
  content: OutgoingContent;
  /** Sent instead of a text or media if the 24-hour window is closed. */
  fallbackTemplate?: TemplateChoice | undefined;
  replyToMessageId: string | undefined;
}

export interface OutgoingMessage extends OutgoingFields {
  to: string;
  name: string | undefined;
  /** Never in a request: the message that failed later, for which this template is sent. */
  fallbackFor?: { messageId: string; conversationId: string };
  /** Never in a request: the conversation that this message answers or begins. */
  reply?: Reply;
}

export interface Reply {
  /** It is undefined while there is none. */
  conversationId?: string;
  sender: ReplySender;
}

/** An API key, a member of the workspace in the dashboard, or nobody, outside of office hours. */
export type ReplySender = { type: 'key' | 'away' } | { type: 'member'; userId: string };

export interface OutgoingReply extends OutgoingFields {
  link?: MessageLink | undefined;
  /** The newest message that the sender has seen: a newer one to the customer keeps the reply from being sent. */
  seenMessageId: string | undefined;
}

export const outgoingMessage = z.pipe(
  z.pipe(z.transform(dropUnusedFields), sendInput),
  z.transform(
    (fields, { issues }): OutgoingMessage => ({
      to: fields.to,
      name: fields.name?.trim() || undefined,
      ...toOutgoingFields(fields, issues),
    }),
  ),
);

export const outgoingReply = z.pipe(
  z.pipe(z.transform(dropUnusedFields), replyInput),
  z.transform(
    (fields, { issues }): OutgoingReply => ({
      ...toOutgoingFields(fields, issues),
      seenMessageId: fields.seen_message_id,
    }),
  ),
);

type Issues = z.core.ParsePayload['issues'];

const toOutgoingFields = (fields: ContentInput, issues: Issues): OutgoingFields => {
  const reject: Reject = (field, message) =>
    void issues.push({ code: 'custom', path: [field], message, input: fields });
  const { type, fallback_template: fallbackTemplate } = fields;
  if (type === 'template' && fallbackTemplate)
    reject('fallback_template', 'must be left out with type template, which reaches a customer at any time');
  return { content: toContent(fields, reject), fallbackTemplate, replyToMessageId: fields.reply_to_message_id };
};

type Reject = (field: keyof ContentInput, message: string) => void;

/** After a reject the returned content is discarded, so any placeholder will do. */
const toContent = (fields: ContentInput, reject: Reject): OutgoingContent => {
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
      return { type, mediaUrl: readMediaUrl(fields, reject) };
    case 'template':
      if (!template) reject('template', 'is required');
      return { type, template: template ?? { name: '', language: '' } };
  }
};

const readText = ({ text, template }: ContentInput, reject: Reject): string => {
  if (text === undefined && template) reject('template', 'needs "type": "template" beside it');
  else if (text === undefined) reject('text', 'is required');
  else if (text === '' || countCharacters(text) > lengthsMax.text) {
    reject('text', `must have 1 to ${lengthsMax.text} characters`);
  }
  return text ?? '';
};

const readCaption = ({ text }: ContentInput, reject: Reject): string | undefined => {
  if (text !== undefined && countCharacters(text) > lengthsMax.caption) {
    reject('text', `must have at most ${lengthsMax.caption} characters as a caption`);
  }
  return text || undefined;
};

const readMediaUrl = ({ media_url: url = '' }: ContentInput, reject: Reject): string => {
  const { protocol } = URL.parse(url) ?? {};
  if (url === '') reject('media_url', 'is required');
  else if (countCharacters(url) > lengthsMax.url || (protocol !== 'http:' && protocol !== 'https:')) {
    reject('media_url', `must be a public http or https URL of at most ${lengthsMax.url} characters`);
  }
  return url;
};
