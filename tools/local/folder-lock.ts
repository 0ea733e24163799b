import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from './local-error.ts';

/** Makes a folder and takes it for this process; gives back what releases it. `setting` is the variable that names it. */
export const lockFolder = (folder: string, setting: string): (() => void) => {
  const lock = join(folder, 'lock');
  const holder = withFolderError(folder, setting, () => {
    mkdirSync(folder, { recursive: true });
    return findLockHolder(lock);
  });
  if (holder !== undefined) {
    const advice = `Stop that one, or choose another with ${setting}=<folder>.`;
    throw new LocalError(`The folder ${folder} is in use by process ${holder}. ${advice}`);
  }
  withFolderError(folder, setting, () => writeFileSync(lock, String(process.pid)));
  return () => rmSync(lock, { force: true });
};

/** The problem with a folder whose content, or the lack of a right to it, stopped somebody. */
export const toFolderError = (folder: string, setting: string, error: unknown): LocalError => {
  if (error instanceof LocalError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const advice = `Choose another with ${setting}=<folder>, or delete this one to start afresh.`;
  return new LocalError(`The folder ${folder} cannot be used: ${reason.replace(/\.$/, '')}. ${advice}`, {
    cause: error,
  });
};

const withFolderError = <Result>(folder: string, setting: string, action: () => Result): Result => {
  try {
    return action();
  } catch (error) {
    throw toFolderError(folder, setting, error);
  }
};

/** The process that holds the lock. One that was killed leaves its lock behind, which then counts for nothing. */
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
    // It is there, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
