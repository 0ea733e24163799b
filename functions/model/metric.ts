/** `rejected`: the caller's fault. `channel_failed`: the channel refused or did not respond. `failed`: our fault. */
export type RequestOutcome = 'ok' | 'rejected' | 'throttled' | 'channel_failed' | 'failed';

/**
 * The outcome of one attempt at a job. `failed` is our fault and retried by SQS. Deliveries are `delivered`, to `retry`,
 * finally `undelivered`, `skipped`, or `deferred` without an attempt. Inbound items are `postponed` until the message they
 * refer to exists, or `dropped`.
 */
export type JobOutcome =
  | 'done'
  | 'failed'
  | 'delivered'
  | 'retry'
  | 'undelivered'
  | 'skipped'
  | 'deferred'
  | 'postponed'
  | 'dropped';
