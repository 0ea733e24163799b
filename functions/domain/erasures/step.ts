import type { ErasureCounts } from '../../model/erasure.ts';

export interface StepResult {
  counts: Partial<ErasureCounts>;
  /** Where the step continues; undefined at its end. */
  next?: string | undefined;
  /** Something must settle before it can be removed, so another pass follows. */
  isWaiting?: boolean;
  runningBroadcasts?: string[];
}
