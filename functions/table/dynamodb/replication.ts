import { clock } from '../../platform/clock.ts';

const lagMsMax = 60_000;

/** Replicas lag by milliseconds, so an eventually consistent read misses nothing that was written a minute ago. */
export const isReplicated = (writtenMs: number): boolean => writtenMs < clock.now() - lagMsMax;
