import * as z from 'zod/mini';

const idText = z.string().check(z.minLength(1), z.maxLength(200));

export const webMessage = z.object({
  /** The site's own id of the message; deduplicates retries. */
  id: idText,
  account_id: idText,
  from: idText,
  name: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(255)))),
  text: z.string().check(z.minLength(1), z.maxLength(4_096)),
  sent_at: z.optional(z.iso.datetime({ offset: true })),
  reply_to: z.optional(z.nullable(idText)),
});

export type WebMessage = z.output<typeof webMessage>;
