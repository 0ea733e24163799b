import { onTestFinished, vi } from 'vitest';

/** Collects the log lines of this process until the end of the test. */
export const captureLog = (): Record<string, unknown>[] => {
  const lines: Record<string, unknown>[] = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0);
  onTestFinished(() => {
    spy.mockRestore();
    vi.unstubAllEnvs();
  });
  return lines;
};
