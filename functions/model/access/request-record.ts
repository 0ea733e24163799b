import * as z from 'zod/mini';

/**
 * A call of an API key that changed something or failed. Neither the body nor the query is kept, of the path only what
 * is a UUID, and of an error nothing that it quotes: anything else in their place could be personal data.
 */
export const requestRecord = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  key: z.object({ id: z.uuid(), name: z.string() }),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  code: z.nullable(z.string()),
  channel_code: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  duration_ms: z.number(),
  request_id: z.string(),
  address: z.string(),
  /**
   * How many calls with a revoked or expired key were refused in this minute. The other fields are those of the last.
   */
  refused_calls: z.nullable(z.number()),
});

export type RequestRecord = z.output<typeof requestRecord>;

type CallFields = Omit<RequestRecord, 'id' | 'at' | 'key' | 'refused_calls'>;

/** A record of an earlier release has no channel code and no reason. */
export type RecordedCall = Omit<CallFields, 'channel_code' | 'reason'> &
  Partial<Pick<CallFields, 'channel_code' | 'reason'>>;

export const requestSearchCharactersMax = 100;

export const requestQuery = z.object({
  key: z.optional(z.uuid()),
  only: z.optional(z.enum(['failures'])),
  /** Part of a request id, or of a method with its path; or a status or an error code. */
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(requestSearchCharactersMax))),
});

export type RequestFilters = z.output<typeof requestQuery>;

export const requestRecordDays = 7;

/** A list over all keys reads those used last; a key can be chosen by name beyond that. */
export const listedKeysMax = 50;

/** A key in use may make as many calls in a minute. Refusals beyond it are not counted. */
export const refusalsPerMinuteMax = 120;

const reasonCharactersMax = 300;

/** The sentence of an error without values that the caller sent. Names of fields stay. */
export const redactReason = (message: string): string =>
  message
    .replace(/: (write|it has no) .*?(?=\.( [A-Z]|$))/g, '')
    .replace(/"([^"]*)"/g, (quoted, text: string) =>
      /^([a-z_]+|\d{1,4})(\.([a-z_]+|\d{1,4}))*$/.test(text) ? quoted : '"…"',
    )
    .replace(/(?<!example \+\d*)\d{7,}/g, '…')
    .slice(0, reasonCharactersMax);
