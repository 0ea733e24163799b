import { onTestFinished, vi } from 'vitest';

/** Collects what this process logs until the end of the test, at the level of production. */
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
