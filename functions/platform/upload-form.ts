import { createHmac } from 'node:crypto';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clock, isoTime } from './clock.ts';
import { env } from './env.ts';

const s3 = new S3Client();

export interface AllowedUpload {
  key: string;
  contentType: string;
  bytesMax: number;
  /** The values are in visible ASCII. */
  metadata: Record<string, string>;
}

export interface UploadForm {
  url: string;
  fields: Record<string, string>;
  expires_at: string;
}

const expiresInMs = 15 * 60 * 1_000;

/**
 * A form that S3 takes for this key, type and size alone: a POST policy of Signature Version 4, computed here. Its
 * address is that of the bucket, or on the dashboard's own origin, which passes `/media/…` on to the bucket.
 */
export const signUpload = async (
  { key, contentType, bytesMax, metadata }: AllowedUpload,
  at: 'bucket' | 'dashboard' = 'dashboard',
): Promise<UploadForm> => {
  const nowMs = clock.now();
  const [{ accessKeyId, secretAccessKey, sessionToken }, region, address] = await Promise.all([
    s3.config.credentials(),
    s3.config.region(),
    findBucketAddress(key),
  ]);
  const date = isoTime(nowMs).replaceAll(/[-:]|\.\d+/g, '');
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request'];
  const signed = {
    key,
    'Content-Type': contentType,
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': [accessKeyId, ...scope].join('/'),
    'x-amz-date': date,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const expires_at = isoTime(nowMs + expiresInMs);
  const conditions = [
    ...Object.entries({ bucket: env.mediaBucket(), ...signed }).map(([name, value]) => ({ [name]: value })),
    ['content-length-range', 1, bytesMax],
  ];
  const policy = Buffer.from(JSON.stringify({ expiration: expires_at, conditions })).toString('base64');
  const signingKey = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const signature = hmac(signingKey, policy).toString('hex');
  const url = at === 'bucket' ? address.href : `/media${address.pathname}`;
  return { url, fields: { ...signed, policy, 'x-amz-signature': signature }, expires_at };
};

const hmac = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Its path is `/`, or has the name of the bucket where that is not part of the host. */
const findBucketAddress = async (key: string): Promise<URL> => {
  const url = new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket: env.mediaBucket(), Key: key })));
  return new URL(url.pathname.slice(0, -key.length), url);
};
