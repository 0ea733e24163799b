import * as z from 'zod/mini';

/**
 * A call of an API key that changed something or failed. Neither the body nor the query is kept, and of the path only
 * what is a UUID: anything else in its place could be personal data.
 */
export const requestRecord = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  key: z.object({ id: z.uuid(), name: z.string() }),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  code: z.nullable(z.string()),
  duration_ms: z.number(),
  request_id: z.string(),
  address: z.string(),
  /**
   * How many calls with a revoked or expired key were refused in this minute. The other fields are those of the last.
   */
  refused_calls: z.nullable(z.number()),
});

export type RequestRecord = z.output<typeof requestRecord>;

export type RecordedCall = Omit<RequestRecord, 'id' | 'at' | 'key' | 'refused_calls'>;

export const requestQuery = z.object({
  key: z.optional(z.uuid()),
  only: z.optional(z.enum(['failures'])),
});

export type RequestFilters = z.output<typeof requestQuery>;

export const requestRecordDays = 7;

/** A list over all keys reads those used last; a key can be chosen by name beyond that. */
export const listedKeysMax = 50;

/** As many as a key in use may make. Beyond it a minute is counted no further. */
export const refusalsPerMinuteMax = 120;
