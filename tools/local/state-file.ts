import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a JSON file that appears whole or not at all, for the owner's eyes only: it may hold an API key. */
export const writeState = (path: string, state: unknown): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

export const removeState = (path: string): void => rmSync(path, { force: true });
