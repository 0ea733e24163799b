import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError, toFolderError } from './local-error.ts';

export const lockFolder = (folder: string, setting: string): (() => void) => {
  const lock = join(folder, 'lock');
  const holder = withFolderError(folder, setting, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return findLockHolder(lock);
  });
  if (holder !== undefined) {
    const advice = `Stop that process, or choose another folder with ${setting}=<folder>.`;
    throw new LocalError(`The folder ${folder} is in use by process ${holder}. ${advice}`);
  }
  withFolderError(folder, setting, () => writeFileSync(lock, String(process.pid), { mode: 0o600 }));
  return () => rmSync(lock, { force: true });
};

const withFolderError = <Result>(folder: string, setting: string, action: () => Result): Result => {
  try {
    return action();
  } catch (error) {
    throw toFolderError(folder, setting, error);
  }
};

/** A killed process leaves its lock behind, so only a running holder counts. */
const findLockHolder = (lock: string): number | undefined => {
  const pid = Number(readIfExists(lock));
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
};

const readIfExists = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
