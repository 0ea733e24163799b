import { afterEach, vi } from 'vitest';

// Files share a worker and its modules, so whatever a test replaces is restored after it.
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
