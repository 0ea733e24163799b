import * as z from 'zod/mini';
import { optionalField } from './optional-field.ts';

const idText = z.string().check(z.minLength(1), z.maxLength(200));

export const webMessage = z.object({
  /** The site's own id of the message; deduplicates retries. */
  id: idText,
  account_id: idText,
  from: idText,
  name: optionalField(z.string().check(z.trim(), z.maxLength(255))),
  text: z.string().check(z.minLength(1), z.maxLength(4_096)),
  sent_at: optionalField(z.iso.datetime({ offset: true })),
  reply_to: optionalField(idText),
});

export type WebMessage = z.output<typeof webMessage>;
