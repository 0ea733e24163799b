import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clock, hourMs } from './clock.ts';
import { env } from './env.ts';

const s3 = new S3Client({ responseChecksumValidation: 'WHEN_REQUIRED' });

/** It is computed here, without a call to S3. */
export const signObjectUrl = (key: string, expiresInSeconds: number): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: env.mediaBucket(), Key: key }), { expiresIn: expiresInSeconds });

/**
 * The path of an object on the dashboard's own origin, which passes `/media/…` on to the bucket. Signed for the full
 * hour, so a page that reads it again gets the same one and the browser has the file already.
 */
export const signShownUrl = async (key: string): Promise<string> => {
  const signingDate = new Date(Math.floor(clock.now() / hourMs) * hourMs);
  const command = new GetObjectCommand({
    Bucket: env.mediaBucket(),
    Key: key,
    ResponseCacheControl: 'private, max-age=3600',
  });
  const { pathname, search } = new URL(await getSignedUrl(s3, command, { expiresIn: 7_200, signingDate }));
  return `/media${pathname}${search}`;
};
