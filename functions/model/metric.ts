/**
 * The metrics that CloudWatch makes of log lines, and the members of a line by which it tells them apart. The line
 * carries them under these names, and the alarms and the dashboard ask for them.
 */
export const metrics = {
  /** One per request and per attempt of background work. */
  calls: { name: 'Calls', dimensions: ['operation', 'outcome'] },
  /** Milliseconds. */
  duration: { name: 'Duration', dimensions: ['operation'] },
  /** Calls that failed because a key of KMS could not be used. */
  kmsFailures: { name: 'KmsFailures', dimensions: [] },
} as const;

/**
 * How a request ended: well, refused for what the caller did, refused by its rate limit, refused or not answered by the
 * channel, failed by us.
 */
export type RequestOutcome = 'ok' | 'rejected' | 'throttled' | 'channel_failed' | 'failed';

/**
 * How an attempt of background work ended; `failed` is always our fault and comes again. Deliveries are `delivered`, to
 * be tried again, or `undelivered` for good; nothing is sent for those `skipped`. What a channel reported may be
 * `postponed` until that is there which it is about, or `dropped`.
 */
export type JobOutcome =
  | 'done'
  | 'failed'
  | 'delivered'
  | 'retry'
  | 'undelivered'
  | 'skipped'
  | 'postponed'
  | 'dropped';
