import * as z from 'zod/mini';

/** It grows with a release whose jobs an earlier release would process wrongly. */
export const jobVersion = 1;

const versioned = z.object({ v: z._default(z.int(), jobVersion) });

/** After a rollback, jobs of the later release fail until it is back: better a dead letter than a misread job. */
export const requireKnownVersion = (job: unknown): void => {
  const { v } = z.parse(versioned, job);
  if (v > jobVersion) throw new Error(`The job has version ${v}; this release processes versions up to ${jobVersion}.`);
};
