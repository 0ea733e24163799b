import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ownerOnly = { folder: 0o700, file: 0o600 };

/** Works for a folder without subfolders. It also restricts what was created with other permissions. */
export const ensurePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
  chmodSync(folder, ownerOnly.folder);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), ownerOnly.file);
};

/** Helps with programs that create their file with the default permissions unless it exists. */
export const ensurePrivateFile = (path: string): void => closeSync(openSync(path, 'a', ownerOnly.file));

/** Written atomically, and readable by its owner only: it may hold an API key. */
export const writeStateFile = (path: string, state: unknown): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};
