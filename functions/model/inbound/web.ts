import * as z from 'zod/mini';
import { id } from '../id.ts';
import { optionalField } from '../optional-field.ts';

const idText = z.string().check(z.minLength(1), z.maxLength(200));

/** Ids of events begin with a time, and none is from before 1970. Far earlier times would also not sort as text. */
const time = z.iso.datetime({ offset: true }).check(z.refine((text) => Date.parse(text) >= 0));

const webMedia = z.object({
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(4_096)),
  mime_type: optionalField(z.string().check(z.maxLength(255))),
  filename: optionalField(z.string().check(z.maxLength(240))),
});

/** A message has a text, a file or both. */
export const webMessage = z
  .object({
    /** The site's own id of the message; deduplicates retries. */
    id: idText,
    account_id: idText,
    from: idText,
    name: optionalField(z.string().check(z.trim(), z.maxLength(255))),
    text: optionalField(z.string().check(z.minLength(1), z.maxLength(4_096))),
    media: optionalField(webMedia),
    sent_at: optionalField(time),
    reply_to: optionalField(idText),
  })
  .check(z.refine(({ text, media }) => text !== undefined || media !== undefined));

/** The report of the site's server on a reply that it has shown to the visitor. */
export const webReceipt = z.object({
  account_id: idText,
  /** Our id of the reply. */
  message_id: id,
  status: z.enum(['delivered', 'read']),
  at: optionalField(time),
});

export type WebReceipt = z.output<typeof webReceipt>;

export type WebMessage = z.output<typeof webMessage>;
