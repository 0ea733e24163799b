import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** A clock that moves only when the test sets it, here and in functions that have its environment. */
export const holdClock = (startMs: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-clock-'));
  const path = join(folder, 'now');
  const set = (timeMs: number): void => {
    writeFileSync(`${path}.next`, String(timeMs));
    renameSync(`${path}.next`, path);
    vi.setSystemTime(timeMs);
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  set(startMs);
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });
  const preload = new URL('./fixture/hold-clock.ts', import.meta.url);
  return { set, environment: { NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK_PATH: path } };
};
