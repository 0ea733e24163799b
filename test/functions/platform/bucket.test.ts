import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { expect, it, vi } from 'vitest';
import { readObjectHead } from '../../../functions/platform/bucket.ts';

it('a key that S3 does not admit to miss, because we may not list the bucket, is missing', async () => {
  const denied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: { httpStatusCode: 403 } });
  vi.stubEnv('MEDIA_BUCKET', 'media');
  vi.spyOn(S3Client.prototype, 'send').mockRejectedValue(denied as never);
  expect(await readObjectHead('uploads/a/b', 10)).toBeUndefined();
});
