import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tells a person what is being done; the findings alone go to the other stream. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Gives a folder for the time of some work. */
export const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Starts a service for the time of some work. */
export const onStage = async <Open extends { close: () => Promise<void> }, Result>(
  open: () => Promise<Open>,
  work: (stage: Open) => Promise<Result>,
): Promise<Result> => {
  say('Starting the service…');
  const stage = await open();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
};
