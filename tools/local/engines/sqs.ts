import { join } from 'node:path';
import { region } from '../template/resource-identity.ts';
import { buildFauxqs, type Fauxqs } from './fauxqs.ts';

export interface Sqs {
  endpoint: string;
  store: Fauxqs['store'];
  stop: () => Promise<void>;
}

export const startSqs = async (dataDir: string): Promise<Sqs> => {
  const { app, store, closeFiles } = buildFauxqs(region, dataDir === 'memory' ? undefined : join(dataDir, 'sqs'));
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    closeFiles();
  };
  return { endpoint, store, stop };
};
