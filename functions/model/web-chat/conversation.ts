import * as z from 'zod/mini';
import { optionalField } from '../optional-field.ts';
import { visitRating } from './visit.ts';

/** The visitor's page makes the id, and sends it again with every attempt. */
const messageId = z.uuid();

const emailCharactersMax = 254;

export const typedEmail = z
  .string()
  .check(
    z.trim(),
    z.maxLength(emailCharactersMax),
    z.regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'must be an email address'),
  );

/** The service drops the query itself, in case a page does not. */
const visitedPage = z.object({
  title: z.string().check(z.maxLength(1_000)),
  url: z.string().check(z.maxLength(4_096)),
});

export type VisitedPage = z.output<typeof visitedPage>;

export const newMessage = z
  .object({
    id: messageId,
    text: optionalField(z.string().check(z.minLength(1), z.maxLength(4_096))),
    upload_id: optionalField(z.uuid()),
    filename: optionalField(z.string().check(z.maxLength(240))),
    reply_to_id: optionalField(z.uuid()),
    page: optionalField(visitedPage),
    language: optionalField(z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/))),
    email: optionalField(typedEmail),
  })
  .check(
    z.refine(({ text, upload_id }) => (text ?? '').trim() !== '' || upload_id !== undefined, {
      error: 'must have "text" or "upload_id"',
    }),
  );

export type NewMessage = z.output<typeof newMessage>;

export const newVisitorUpload = z.object({
  filename: z.string().check(z.minLength(1), z.maxLength(240)),
  content_type: z.string().check(z.minLength(3), z.maxLength(100)),
  size: z.int().check(z.positive()),
});

export type NewVisitorUpload = z.output<typeof newVisitorUpload>;

const person = z.object({ name: z.string(), initials: z.string() });

export type Person = z.output<typeof person>;

const file = z.object({
  name: z.string(),
  content_type: z.string(),
  size: z.nullable(z.int()),
  kind: z.enum(['image', 'video', 'audio', 'document']),
  /** Null until the file is copied. It ends after a while; each read has a valid one. */
  url: z.nullable(z.string()),
});

const shownMessage = z.object({
  id: z.uuid(),
  /** The id by which the visitor's page sent it. */
  client_id: z.nullable(z.string()),
  from: z.enum(['visitor', 'team']),
  author: z.nullable(person),
  text: z.nullable(z.string()),
  file: z.nullable(file),
  reply_to: z.nullable(z.object({ id: z.uuid(), from: z.enum(['visitor', 'team']), text: z.nullable(z.string()) })),
  link: z.nullable(z.object({ title: z.string(), host: z.string(), url: z.string() })),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  is_deleted: z.boolean(),
  sent_at: z.iso.datetime(),
});

export type ShownMessage = z.output<typeof shownMessage>;

/** What the page of a visitor shows. The messages are oldest first. */
export const shownConversation = z.object({
  visitor: z.nullable(
    z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()), is_verified: z.boolean() }),
  ),
  status: z.enum(['none', 'open', 'closed']),
  /** Null for a workspace without office hours. */
  office: z.nullable(z.object({ is_open: z.boolean(), opens_at: z.nullable(z.iso.datetime()), time_zone: z.string() })),
  answer_minutes: z.nullable(z.int()),
  team: z.array(person),
  typing: z.nullable(z.object({ name: z.string() })),
  asks_email: z.boolean(),
  email: z.nullable(z.string()),
  can_rate: z.boolean(),
  rating: z.nullable(visitRating),
  /** Messages of the team that the visitor has not read. */
  unread: z.int(),
  /** The visitor's newest message that the team has seen. */
  read_through_id: z.nullable(z.string()),
  messages: z.array(shownMessage),
});

export type ShownConversation = z.output<typeof shownConversation>;

export const conversationPage = { messagesDefault: 30, messagesMax: 50 } as const;

export const conversationQuery = z.object({
  before: optionalField(z.uuid()),
  limit: optionalField(z.string()),
});

export const newReceipt = z.object({ message_id: z.uuid(), status: z.enum(['delivered', 'read']) });

export const newPresence = z.object({ state: z.enum(['here', 'writing', 'left']) });

const contextMax = { fields: 10, name: 40, text: 200 };

export const newContext = z.object({
  page: optionalField(visitedPage),
  fields: z
    .record(
      z.string().check(z.minLength(1), z.maxLength(contextMax.name)),
      z.string().check(z.maxLength(contextMax.text)),
    )
    .check(
      z.refine((fields) => Object.keys(fields).length <= contextMax.fields, {
        error: `must have at most ${contextMax.fields} fields`,
      }),
    ),
});

export type NewContext = z.output<typeof newContext>;

export const newRating = z.object({
  score: z.int().check(z.minimum(1), z.maximum(5)),
  text: optionalField(z.string().check(z.trim(), z.maxLength(500))),
});

/** A compact JSON web token. */
export const signedIdentity = z.object({ jwt: z.string().check(z.minLength(1), z.maxLength(8_192)) });

export const continuationCode = z.object({ code: z.string().check(z.regex(/^[\w-]{43}$/)) });

export const visitorSocket = z.nullable(
  z.object({
    url: z.string(),
    host: z.string(),
    channel: z.string(),
    ticket: z.string(),
    renew_seconds: z.int(),
  }),
);
