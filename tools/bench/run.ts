import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes to stderr, because stdout has only the findings. */
export const logProgress = (text: string): void => void process.stderr.write(`${text}\n`);

export const withTempDir = async <Result>(run: (tempDir: string) => Promise<Result>): Promise<Result> => {
  const tempDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    return await run(tempDir);
  } finally {
    rmSync(tempDir, { recursive: true, force: true });
  }
};

export const withService = async <Service extends { close: () => Promise<void> }, Result>(
  start: () => Promise<Service>,
  run: (service: Service) => Promise<Result>,
): Promise<Result> => {
  logProgress('Starting the service…');
  const service = await start();
  try {
    return await run(service);
  } finally {
    await service.close();
  }
};
