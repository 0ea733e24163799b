import type { ErasureCounts } from '../../model/erasures/erasure.ts';

export interface StepResult {
  counts: Partial<ErasureCounts>;
  next?: string | undefined;
  /** Something must settle before it can be removed, so another pass follows. */
  isWaiting?: boolean;
  runningBroadcasts?: string[];
}
