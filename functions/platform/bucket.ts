import type { Readable } from 'node:stream';
import { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { env } from './env.ts';
import { pack } from './pack.ts';
import { settleAll } from './settle-all.ts';

const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
});

export interface NewObject {
  key: string;
  body: Readable;
  contentType: string;
  contentDisposition: string;
}

/** Two parts of 5 MB in memory at a time. A stream that fails leaves nothing behind. */
export const putObject = async ({ key, body, contentType, contentDisposition }: NewObject): Promise<void> => {
  const upload = new Upload({
    client: s3,
    params: {
      Bucket: env.mediaBucket(),
      Key: key,
      Body: body,
      ContentType: contentType,
      ContentDisposition: contentDisposition,
    },
    queueSize: 2,
  });
  await upload.done();
};

const batchKeysMax = 1_000;

/** Keys without an object count as removed. */
export const removeObjects = async (keys: readonly string[]): Promise<void> => {
  await settleAll(pack(keys, { countMax: batchKeysMax }).map(removeBatch));
};

const removeBatch = async (keys: readonly string[]): Promise<void> => {
  const { Errors: errors = [] } = await s3.send(
    new DeleteObjectsCommand({
      Bucket: env.mediaBucket(),
      Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
    }),
  );
  if (errors.length > 0) throw new Error(`S3 kept ${errors.length} objects: ${errors[0]?.Code} ${errors[0]?.Message}`);
};
