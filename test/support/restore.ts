import { afterEach, vi } from 'vitest';
import { newest } from '../../functions/platform/ids.ts';

// Files share a worker and its modules, so whatever a test replaces is restored after it.
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // Ids never go back, so those of a test that ran ahead of time would leave the next test's ids ahead, too.
  newest.timeMs = 0;
});
