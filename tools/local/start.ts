import { ensureAccessKeyId } from './engines/access-key.ts';
import { type Dynamodb, startDynamodb, useRunningDynamodb } from './engines/dynamodb.ts';
import { lockFolder } from './folder-lock.ts';
import type { LocalOptions, LocalRuntime, Stop } from './host-assembly.ts';
import { assertPortFree } from './listen.ts';
import { toFolderError } from './local-error.ts';

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
  const { dataDir, port, distribution, onProgress } = options;
  await assertPortFree(port);
  if (distribution) await assertPortFree(distribution.port, 'DASHBOARD_PORT');
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
