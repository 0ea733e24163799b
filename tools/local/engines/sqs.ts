import { join } from 'node:path';
import { buildApp } from 'fauxqs';
// `startFauxqs` listens on every interface. Its parts listen where they are told, but the package does not export them.
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js';
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { region } from '../template/resource-identity.ts';

export interface Sqs {
  endpoint: string;
  store: SqsStore;
  stop: () => Promise<void>;
}

/** Starts an SQS server in this process, on the loopback interface only. */
export const startSqs = async (dataDir: string): Promise<Sqs> => {
  const store = new SqsStore();
  // Without a host name of its own the server names its queues by the address at which it was reached.
  store.host = '';
  const stores = { sqsStore: store, snsStore: new SnsStore(), s3Store: new S3Store() };
  const persistence = dataDir === 'memory' ? undefined : openQueueFile(join(dataDir, 'sqs'));
  if (persistence !== undefined) {
    // Loading must not write back: the server saves queues by replacing them, which would drop their messages.
    persistence.load(store, stores.snsStore, stores.s3Store);
    store.persistence = persistence;
    for (const queue of store.allQueues()) queue.persistence = persistence;
  }
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    persistence?.close();
  };
  return { endpoint, store, stop };
};

/**
 * The original of `updateMessageReady`, called when a message is made visible at once, violates its own schema and
 * loses the message. Without that write the message is visible at once all the same and, after a restart, when its old
 * visibility time-out is over.
 */
const openQueueFile = (folder: string): PersistenceManager => {
  const persistence = new PersistenceManager(folder);
  persistence.updateMessageReady = () => undefined;
  return persistence;
};
