import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startLocal } from '../../../tools/local/start.ts';
import { newFolder } from './fixture/folder.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';

test.each([
  ['the database', 'dynamodb', 'shared-local-instance.db'],
  ['the queues', 'sqs', 'fauxqs.db'],
])(
  'a damaged file of %s is a problem with an advice',
  async (_, folder, file) => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, file), 'garbage '.repeat(1000));
    const started = startLocal({ assemblyDir: async () => synthesizeFixture(), dataDir, port: 0 });
    await expect(started).rejects.toThrow(
      /The folder .*local-runtime-.* cannot be used: .*\. Choose another with DATA_DIR=<folder>, or delete this one/,
    );
  },
  60_000,
);
