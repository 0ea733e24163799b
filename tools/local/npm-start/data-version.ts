import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { lockFolder } from '../folder-lock.ts';
import { LocalError, toFolderError } from '../local-error.ts';
import { writeStateFile } from '../state-file.ts';
import { shortPath } from './settings.ts';

/** Raise it with every change after which this release needs `admin migrate` first or the one before cannot read. */
export const dataVersion = 2;

/** The oldest data that `admin migrate` brings to the current version. */
const dataVersionMin = 1;

const stampSchema = z.object({ version: z.number().int().positive() });

/** Checks the version of the stored data before anything reads it. */
export const checkDataVersion = (dataDir: string): { needsMigration: boolean } => {
  if (dataDir === 'memory') return { needsMigration: false };
  try {
    if (!hasData(dataDir)) stampData(dataDir);
    return { needsMigration: compareVersion(dataDir, readVersion(dataDir)) };
  } catch (error) {
    throw toFolderError(dataDir, 'DATA_DIR', error);
  }
};

export const stampData = (dataDir: string): void => {
  if (dataDir !== 'memory') writeStateFile(toStampPath(dataDir), { version: dataVersion });
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

const storedNames = ['dynamodb', 'sqs', 'checkpoints', 'secrets.json', 'credentials.json', 'demo.json', 'version.json'];

const toStampPath = (dataDir: string): string => join(dataDir, 'version.json');

const hasData = (dataDir: string): boolean => storedNames.some((name) => existsSync(join(dataDir, name)));

/** The first version had no stamp. Older data than that has no encryption secret either. */
const readVersion = (dataDir: string): number | undefined => {
  if (existsSync(toStampPath(dataDir))) return readStamp(toStampPath(dataDir));
  const secrets = join(dataDir, 'secrets.json');
  return existsSync(secrets) && readFileSync(secrets, 'utf8').includes('SealingSecret') ? 1 : undefined;
};

const readStamp = (path: string): number => {
  try {
    return stampSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
  } catch {
    throw new Error('its version.json is damaged');
  }
};

const compareVersion = (dataDir: string, version: number | undefined): boolean => {
  if (version !== undefined && version >= dataVersionMin && version <= dataVersion) return version < dataVersion;
  const isNewer = version !== undefined && version > dataVersion;
  const startOver = 'tart over with "npm start -- --reset", which deletes that data, or choose another folder with';
  throw new LocalError(
    `${isNewer ? 'A newer' : 'An older'} version of Switchboard wrote the data in ${shortPath(dataDir)}, which this one ` +
      `cannot read. ${isNewer ? 'Update this checkout, s' : 'S'}${startOver} DATA_DIR=<folder>.`,
  );
};
