import * as z from 'zod/mini';
import { optionalField } from '../optional-field.ts';
import { allowedSite, allowedSitesMax } from './allowed-sites.ts';

export const webChatLengthsMax = { name: 60, greeting: 200, introduction: 200, question: 60 } as const;

export const questionsMax = 5;

const text = (charactersMin: number, charactersMax: number) =>
  z
    .string()
    .check(
      z.maxLength(charactersMax * 4, { abort: true, error: `must have at most ${charactersMax} characters` }),
      z.trim(),
      z.minLength(charactersMin),
      z.maxLength(charactersMax, { error: `must have at most ${charactersMax} characters` }),
    );

const unique = (values: string[]): boolean => new Set(values).size === values.length;

const positions = ['right', 'left', 'inline'] as const;

/** `away`: after the first message, when nobody is there. */
const emailChoices = ['away', 'before', 'never'] as const;

const fields = {
  is_active: z.boolean(),
  name: text(1, webChatLengthsMax.name),
  color: z
    .string()
    .check(z.toLowerCase(), z.regex(/^#[\da-f]{6}$/, { error: 'must be a color of six digits, such as #0f766e' })),
  /** The side of the window, or an element of the page. */
  position: z.enum(positions),
  greeting: text(1, webChatLengthsMax.greeting),
  introduction: text(0, webChatLengthsMax.introduction),
  questions: z
    .array(text(1, webChatLengthsMax.question))
    .check(
      z.maxLength(questionsMax, { error: `must have at most ${questionsMax} questions` }),
      z.refine(unique, { error: 'must have each question once' }),
    ),
  /** The chat shows nowhere else. */
  allowed_sites: z
    .array(allowedSite)
    .check(
      z.maxLength(allowedSitesMax, { error: `must have at most ${allowedSitesMax} sites` }),
      z.refine(unique, { error: 'must have each site once' }),
    ),
  shows_answer_time: z.boolean(),
  asks_email: z.enum(emailChoices),
  /** Whether each message brings the address of its page, without the query. */
  sends_page: z.boolean(),
};

const webChatSettings = z.object(fields);

export type WebChatSettings = z.output<typeof webChatSettings>;

/** The web chat of a workspace as its members see it. */
export const webChat = z.extend(webChatSettings, {
  /** Null until the web chat is switched on for the first time. */
  site_id: z.nullable(z.string()),
  /** The origin of the script. Null where the service runs without the web chat. */
  chat_url: z.nullable(z.string()),
  /** The last page that had the script, up to five minutes ago. */
  seen: z.nullable(z.object({ origin: z.string(), at: z.iso.datetime() })),
  /** Whether a secret for signed-in customers exists. */
  has_secret: z.boolean(),
  previous_secret_expires_at: z.nullable(z.iso.datetime()),
});

export type WebChat = z.output<typeof webChat>;

export const webChatChanges = z
  .object({
    is_active: optionalField(fields.is_active),
    name: optionalField(fields.name),
    color: optionalField(fields.color),
    position: optionalField(fields.position),
    greeting: optionalField(fields.greeting),
    introduction: optionalField(fields.introduction),
    questions: optionalField(fields.questions),
    allowed_sites: optionalField(fields.allowed_sites),
    shows_answer_time: optionalField(fields.shows_answer_time),
    asks_email: optionalField(fields.asks_email),
    sends_page: optionalField(fields.sends_page),
  })
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: 'must change at least one setting',
    }),
  );

export type WebChatChanges = z.output<typeof webChatChanges>;

export const chatSecret = z.object({
  secret: z.string(),
  previous_secret_expires_at: z.nullable(z.iso.datetime()),
});

export type ChatSecret = z.output<typeof chatSecret>;

/** What a workspace starts with. Its own name is the name of the chat. */
export const defaultSettings = (workspaceName: string): WebChatSettings => ({
  is_active: false,
  name: [...workspaceName].slice(0, webChatLengthsMax.name).join('').trim(),
  color: '#3b5bdb',
  position: 'right',
  greeting: 'Hello. How can we help?',
  introduction: '',
  questions: [],
  allowed_sites: [],
  shows_answer_time: true,
  asks_email: 'away',
  sends_page: true,
});
