/**
 * Works around three faults of fauxqs 2.4.1, and is the only file that imports its private modules:
 *
 * 1. `startFauxqs` always listens on 0.0.0.0. `buildApp` can listen on the loopback interface, but needs stores and a
 *    persistence manager that the package does not export.
 * 2. `PersistenceManager.updateMessageReady` writes NULL into `approximate_receive_count`, which is NOT NULL. With a
 *    data folder, `ChangeMessageVisibility` with a timeout of 0 fails, and the message is lost until a restart.
 * 3. A file of more than 11 MiB is cut off, although S3 takes it.
 *
 * `test/tools/local/engines.test.ts` shows them. If it fails after an upgrade, remove this file.
 */
import { join } from 'node:path';
import { buildApp } from 'fauxqs';
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js';
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { ensurePrivateFile, ensurePrivateFolder } from '../private-files.ts';

export interface Fauxqs {
  app: ReturnType<typeof buildApp>;
  store: SqsStore;
  bucketStore: S3Store;
  closeFiles: () => void;
}

export const buildFauxqs = (defaultRegion: string, folder: string | undefined): Fauxqs => {
  const sqsStore = new SqsStore();
  // Without a host name, queue URLs use the address of the request.
  sqsStore.host = '';
  const stores = { sqsStore, snsStore: new SnsStore(), s3Store: new S3Store() };
  const persistence = folder === undefined ? undefined : openPersistence(folder);
  if (persistence !== undefined) {
    // Assigned after loading: the server saves a queue by replacing its row, which deletes the stored messages.
    persistence.load(sqsStore, stores.snsStore, stores.s3Store);
    sqsStore.persistence = persistence;
    stores.s3Store.persistence = persistence;
    for (const queue of sqsStore.allQueues()) queue.persistence = persistence;
  }
  const app = buildApp({ logger: false, defaultRegion, stores });
  app.addContentTypeParser(anyFile, { parseAs: 'buffer', bodyLimit: fileBytesMax }, (_, body, done) =>
    done(null, body),
  );
  return { app, store: sqsStore, bucketStore: stores.s3Store, closeFiles: () => persistence?.close() };
};

/** Types with a parser of their own, those of SQS, do not come here. */
const anyFile = /^/;

/** The largest file of a message, with its form. */
const fileBytesMax = 101_000_000;

/** Skipping the broken write is safe: after a restart the message returns when its old visibility timeout ends. */
const openPersistence = (folder: string): PersistenceManager => {
  ensurePrivateFolder(folder);
  ensurePrivateFile(join(folder, 'fauxqs.db'));
  const persistence = new PersistenceManager(folder);
  persistence.updateMessageReady = () => undefined;
  return persistence;
};
