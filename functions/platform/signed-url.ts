import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { env } from './env.ts';

const s3 = new S3Client({ responseChecksumValidation: 'WHEN_REQUIRED' });

/** Computed here, without a call of S3. */
export const signObjectUrl = (key: string, expiresInSeconds: number): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: env.mediaBucket(), Key: key }), { expiresIn: expiresInSeconds });
