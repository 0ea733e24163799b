import * as z from 'zod/mini';

const idText = z.string().check(z.minLength(1), z.maxLength(200));

/** What a visitor of a company's site writes, as the site's server passes it on. */
export const webMessage = z.object({
  /** The site's own id of the message: sent again under it, the message is not stored again. */
  id: idText,
  account_id: idText,
  /** The site's own id of the visitor. */
  from: idText,
  name: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(255)))),
  text: z.string().check(z.minLength(1), z.maxLength(4_096)),
  /** When it was written, if not just now. */
  sent_at: z.optional(z.iso.datetime({ offset: true })),
  /** The site's id of the message that this one answers. */
  reply_to: z.optional(z.nullable(idText)),
});

export type WebMessage = z.output<typeof webMessage>;
