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
