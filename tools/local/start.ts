import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Dynamodb, startDynamodb, useRunningDynamodb } from './engines/dynamodb.ts';
import { lockFolder } from './folder-lock.ts';
import type { LocalOptions, LocalRuntime, Stop } from './host-assembly.ts';
import { assertPortFree } from './listen.ts';
import { toFolderError } from './local-error.ts';
import { writeStateFile } from './private-files.ts';

/** Hosts a cloud assembly on this machine: tables, queues, secrets, functions, event sources, REST API and distribution. */
export const startLocal = async (options: LocalOptions): Promise<LocalRuntime> => {
  const stops: Stop[] = [];
  const stop = () => stopAll(stops.splice(0).reverse());
  try {
    return { ...(await startComponents(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Stops the rest even if one fails, so Java never survives. */
const stopAll = async (stops: Stop[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some parts of the local service failed to stop.');
};

const startComponents = async (options: LocalOptions, stops: Stop[]): Promise<Omit<LocalRuntime, 'stop'>> => {
  const { dataDir, port, distribution, chat, onProgress } = options;
  await assertPortFree(port);
  for (const each of [distribution, chat]) if (each) await assertPortFree(each.port, each.portSetting);
  if (dataDir !== 'memory') stops.push(lockFolder(dataDir, 'DATA_DIR'));
  const accessKeyId = ensureAccessKeyId(dataDir);
  onProgress?.('starting DynamoDB Local');
  const dynamodb = await openDynamodb(dataDir);
  stops.push(dynamodb.stop);
  // Imported late: Java starts while this process loads the rest.
  const { hostAssembly } = await import('./host-assembly.ts');
  return hostAssembly(options, stops, { dynamodb, accessKeyId });
};

const openDynamodb = async (dataDir: string): Promise<Dynamodb> => {
  const endpoint = process.env['DYNAMODB_ENDPOINT'];
  if (endpoint) return useRunningDynamodb(endpoint);
  try {
    return await startDynamodb(dataDir);
  } catch (error) {
    throw dataDir === 'memory' ? error : toFolderError(dataDir, 'DATA_DIR', error);
  }
};

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
