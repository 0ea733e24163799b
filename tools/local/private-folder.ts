import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ownerOnly = { folder: 0o700, file: 0o600 };

/** Only for a folder without subfolders. Also restricts what was created with other permissions. */
export const ensurePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
  chmodSync(folder, ownerOnly.folder);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), ownerOnly.file);
};

/** For programs that create their file with the default permissions, unless it exists. */
export const ensurePrivateFile = (path: string): void => closeSync(openSync(path, 'a', ownerOnly.file));
