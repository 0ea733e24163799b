import { join } from 'node:path';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import { region } from '../template/resource-identity.ts';
import { makeQueuesFair } from './fair-queue.ts';
import { buildFauxqs, type Fauxqs } from './fauxqs.ts';

export interface Sqs {
  endpoint: string;
  store: Fauxqs['store'];
  /** The same server is S3, too. */
  bucketStore: Fauxqs['bucketStore'];
  stop: () => Promise<void>;
}

export const startSqs = async (dataDir: string): Promise<Sqs> => {
  const { app, store, bucketStore, closeFiles } = buildFauxqs(
    region,
    dataDir === 'memory' ? undefined : join(dataDir, 'sqs'),
  );
  makeQueuesFair({ app, store });
  app.addHook('onRequest', async (request, reply) => {
    const message = explainForeignRequest(request.raw);
    return message === undefined ? undefined : reply.code(403).send({ __type: 'AccessDeniedException', message });
  });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    closeFiles();
  };
  return { endpoint, store, bucketStore, stop };
};
