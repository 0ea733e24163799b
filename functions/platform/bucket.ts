import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
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

/** Lists all keys with the prefix; use it only where few are kept. */
export const listKeys = async (prefix: string, after?: string): Promise<string[]> => {
  const { Contents: objects = [], NextContinuationToken: next } = await s3.send(
    new ListObjectsV2Command({ Bucket: env.mediaBucket(), Prefix: prefix, ContinuationToken: after }),
  );
  const keys = objects.flatMap(({ Key }) => Key ?? []);
  return next === undefined ? keys : [...keys, ...(await listKeys(prefix, next))];
};

export interface ObjectHead {
  bytes: Buffer;
  etag: string;
  contentType: string | null;
  sizeBytes: number;
  metadata: Record<string, string>;
}

/** S3 tells only those who may list the bucket that there is no such key. An empty object has no range. */
const missing = ['NoSuchKey', 'AccessDenied', 'InvalidRange'];

const isOneOf = (error: unknown, names: readonly string[]): boolean =>
  error instanceof S3ServiceException && names.includes(error.name);

/** The first bytes of an object, or undefined if there is none. */
export const readObjectHead = async (key: string, bytesMax: number): Promise<ObjectHead | undefined> => {
  try {
    const {
      Body,
      ContentType,
      ContentRange,
      Metadata,
      ETag = '',
    } = await s3.send(new GetObjectCommand({ Bucket: env.mediaBucket(), Key: key, Range: `bytes=0-${bytesMax - 1}` }));
    return {
      bytes: Buffer.from((await Body?.transformToByteArray()) ?? []),
      etag: ETag,
      contentType: ContentType ?? null,
      sizeBytes: Number(ContentRange?.split('/').at(-1) ?? 0),
      metadata: Metadata ?? {},
    };
  } catch (error) {
    if (isOneOf(error, missing)) return undefined;
    throw error;
  }
};

/**
 * Within the bucket, without passing through here. The copy gets its own type, and none of the metadata. Returns false if
 * the object has changed since it had the etag, or is gone.
 */
export const copyIfUnchanged = async (
  fromKey: string,
  { key, contentType, contentDisposition, etag }: Omit<NewObject, 'body'> & { etag: string },
): Promise<boolean> => {
  try {
    await s3.send(
      new CopyObjectCommand({
        Bucket: env.mediaBucket(),
        CopySource: `${env.mediaBucket()}/${fromKey}`,
        CopySourceIfMatch: etag,
        Key: key,
        MetadataDirective: 'REPLACE',
        ContentType: contentType,
        ContentDisposition: contentDisposition,
      }),
    );
    return true;
  } catch (error) {
    if (isOneOf(error, [...missing, 'PreconditionFailed'])) return false;
    throw error;
  }
};
