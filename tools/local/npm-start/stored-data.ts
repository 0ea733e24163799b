import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { lockFolder } from '../folder-lock.ts';
import { LocalError, toFolderError } from '../local-error.ts';
import { writeStateFile } from '../private-files.ts';
import { shortPath } from './settings.ts';

/** Raise it with every change after which stored data cannot be read. */
export const dataVersion = 3;

const storedNames = ['dynamodb', 'sqs', 'checkpoints', 'secrets.json', 'credentials.json', 'demo.json', 'version.json'];

const stampSchema = z.object({ version: z.number() });

/** Refuses data of another version before anything reads it. */
export const checkDataVersion = (dataDir: string): void => {
  if (dataDir === 'memory') return;
  const stampPath = join(dataDir, 'version.json');
  try {
    if (!storedNames.some((name) => existsSync(join(dataDir, name))))
      writeStateFile(stampPath, { version: dataVersion });
  } catch (error) {
    throw toFolderError(dataDir, 'DATA_DIR', error);
  }
  if (readVersion(stampPath) === dataVersion) return;
  throw new LocalError(
    `Another version of Switchboard wrote the data in ${shortPath(dataDir)}, which this one cannot read. Start over ` +
      'with "npm start -- --reset", which deletes that data, or choose another folder with DATA_DIR=<folder>.',
  );
};

const readVersion = (path: string): number | undefined => {
  try {
    return stampSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
  } catch {
    return undefined;
  }
};

/** Deletes only what the service itself stores: DATA_DIR may be a folder with other files. */
export const resetData = (dataDir: string): void => {
  if (dataDir === 'memory') return;
  const unlock = lockFolder(dataDir, 'DATA_DIR');
  try {
    for (const name of storedNames) rmSync(join(dataDir, name), { recursive: true, force: true });
  } finally {
    unlock();
  }
};
