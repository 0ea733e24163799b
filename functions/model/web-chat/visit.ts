import * as z from 'zod/mini';

export const visitRating = z.object({
  score: z.int().check(z.minimum(1), z.maximum(5)),
  text: z.nullable(z.string()),
});

/**
 * What agents see beside the conversation of a visitor. The page says all of it; only `is_verified` tells that the
 * customer's identity was signed.
 */
export const webVisit = z.object({
  page: z.nullable(z.object({ title: z.string(), url: z.string() })),
  fields: z.record(z.string(), z.string()),
  email: z.nullable(z.string()),
  is_verified: z.boolean(),
  state: z.enum(['here', 'left']),
  seen_at: z.iso.datetime(),
  language: z.nullable(z.string()),
  rating: z.nullable(z.extend(visitRating, { at: z.iso.datetime() })),
});

export type WebVisit = z.output<typeof webVisit>;
