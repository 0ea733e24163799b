import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { toFolderError } from '../local-error.ts';
import { writeStateFile } from '../private-files.ts';

const credentialsSchema = z.object({ access_key_id: z.string().regex(/^[0-9a-f]{32}$/) });

/**
 * The password of the local engines: DynamoDB Local listens on every interface and accepts any signature, but keeps a
 * database of its own for each access key id. With a data folder, the id stays the same.
 */
export const ensureAccessKeyId = (dataDir: string): string => {
  const accessKeyId = randomBytes(16).toString('hex');
  if (dataDir === 'memory') return accessKeyId;
  const path = join(dataDir, 'credentials.json');
  if (existsSync(path)) return readAccessKeyId(dataDir, path);
  assertNoData(dataDir);
  writeStateFile(path, { access_key_id: accessKeyId });
  return accessKeyId;
};

const readAccessKeyId = (dataDir: string, path: string): string => {
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).access_key_id;
  } catch {
    throw toFolderError(dataDir, 'DATA_DIR', new Error('its credentials.json is damaged'));
  }
};

/** With a new id, existing data would look lost, and the demo's API key would be invalid. */
const assertNoData = (dataDir: string): void => {
  const folder = join(dataDir, 'dynamodb');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (files.some((name) => name.endsWith('.db'))) {
    throw toFolderError(dataDir, 'DATA_DIR', new Error('its credentials.json is missing, so its data cannot be read'));
  }
};
