import * as z from 'zod/mini';
import { templateHasFewPlaceholders, templateNamesKnownFields, templateNamesNoColumns } from '../contacts/values.ts';
import { id } from '../id.ts';
import { messageLink } from '../messages/message.ts';
import { optionalField } from '../optional-field.ts';
import { isShortTemplate, templateChoice } from '../templates/template.ts';
import { conversationStatuses } from './conversation.ts';

const template = templateChoice.check(
  isShortTemplate,
  templateNamesKnownFields,
  templateNamesNoColumns,
  templateHasFewPlaceholders,
);

export const firstMessage = z.object({ template });

/** Exactly one of text, template and upload; an upload may have a text, its caption. */
export const memberReply = z.object({
  text: optionalField(z.string().check(z.minLength(1), z.maxLength(4_096))),
  template: optionalField(template),
  upload_id: optionalField(id),
  /** Sent instead of a text or file if the 24-hour window is closed. */
  fallback_template: optionalField(template),
  reply_to_message_id: optionalField(id),
  /** The newest outgoing message on the screen, or null if there is none. Left out, the reply is sent in any case. */
  seen_message_id: z.optional(z.nullable(id)),
  /** Shown below the text by the web chat. Its address is in the text. */
  link: optionalField(messageLink),
  /** Set once the message is accepted. */
  status: optionalField(z.enum(conversationStatuses)),
});

export type MemberReply = z.output<typeof memberReply>;

export const newUpload = z.object({
  filename: z.string().check(z.minLength(1), z.maxLength(240)),
  content_type: z.string().check(z.minLength(3), z.maxLength(100)),
  size_bytes: z.int().check(z.positive()),
});

export type NewUpload = z.output<typeof newUpload>;

/** The limit for the replies that a workspace shares. */
export const savedRepliesMax = 500;

/** The limit for the replies that a member keeps to themselves. */
export const ownRepliesMax = 100;

const savedReplyFields = {
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  text: z.string().check(z.minLength(1), z.maxLength(4_096)),
  /** Shared with the workspace. Otherwise only its author sees it. */
  is_shared: z.boolean(),
};

export const newSavedReply = z.object(savedReplyFields);

export const savedReplyChanges = z.partial(newSavedReply);

export const savedReply = z.object({
  id: z.uuid(),
  ...savedReplyFields,
  created_by: z.nullable(z.uuid()),
  updated_at: z.iso.datetime(),
});

export type SavedReply = z.output<typeof savedReply>;

export type NewSavedReply = z.output<typeof newSavedReply>;

export type SavedReplyChanges = z.output<typeof savedReplyChanges>;
