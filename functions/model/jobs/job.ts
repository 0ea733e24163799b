import * as z from 'zod/mini';
import type { QueueName } from '../queue.ts';

/**
 * Every job: the schema by which its consumer parses it, and the function that gives it its queue, group and delay. Both
 * are exports of their own, so a bundle holds only what it uses.
 */
export interface QueueJob {
  /** `discardedChanges` has no consumer: it holds stream records that could not be processed. */
  queue: QueueName | 'discardedChanges';
  body: unknown;
  /** SQS fair queues keep a group with many jobs from delaying the others. */
  group?: string;
  delaySeconds?: number;
  /** The id of the request that caused the job, if it is not the one that is running. */
  requestId?: string | undefined;
}

/** It grows with a release whose jobs an earlier release would process wrongly. */
export const jobVersion = 1;

const versioned = z.object({ v: z._default(z.int(), jobVersion) });

/** After a rollback, jobs of the later release fail until it is back: better a dead letter than a misread job. */
export const requireKnownVersion = (job: unknown): void => {
  const { v } = z.parse(versioned, job);
  if (v > jobVersion) throw new Error(`The job has version ${v}; this release processes versions up to ${jobVersion}.`);
};

/** SQS delays a message by 15 minutes at most. */
export const delaySecondsMax = 900;

export const delay = (seconds: number): { delaySeconds?: number } =>
  seconds > 0 ? { delaySeconds: Math.min(delaySecondsMax, Math.ceil(seconds)) } : {};
