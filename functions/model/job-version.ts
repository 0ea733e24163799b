import * as z from 'zod/mini';

/** Raise it when an earlier release could not process a job correctly. Jobs without a version have version 1. */
export const jobVersion = 1;

const versioned = z.object({ v: z._default(z.int(), 1) });

/** After a rollback, jobs of the later release fail until it is back: better a dead letter than a misread job. */
export const requireKnownVersion = (job: unknown): void => {
  const { v } = z.parse(versioned, job);
  if (v > jobVersion) throw new Error(`The job has version ${v}; this release processes versions up to ${jobVersion}.`);
};
