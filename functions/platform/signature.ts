import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether one of the secrets signed these bytes: the header is `sha256=` and the hex of their HMAC-SHA256. Several
 * secrets are tried, since an account may have moved to another app or be changing its secret.
 */
export const verifyHubSignature = (
  bytes: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): boolean => {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1];
  if (hex === undefined) return false;
  const received = Buffer.from(hex, 'hex');
  // An empty secret is a missing one, and anybody could sign with it.
  const valid = secrets
    .filter((secret) => secret !== '')
    .map((secret) => timingSafeEqual(received, createHmac('sha256', secret).update(bytes).digest()));
  return valid.includes(true);
};

/**
 * Whether the secret signed these bytes within the tolerance of now: the header is `t=<unix seconds>,v1=<hex>`, the
 * hex that of the HMAC-SHA256 of the time, a dot and the bytes. The time is signed too, so that nothing can be sent
 * again for long.
 */
export const verifyTimedSignature = (
  bytes: Uint8Array,
  header: string | undefined,
  secret: string,
  { nowMs, toleranceSeconds }: { nowMs: number; toleranceSeconds: number },
): boolean => {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(header ?? '') ?? [];
  if (time === undefined || hex === undefined || secret === '') return false;
  const signature = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
  const isFresh = Math.abs(nowMs / 1000 - Number(time)) <= toleranceSeconds;
  return timingSafeEqual(Buffer.from(hex, 'hex'), signature) && isFresh;
};

/** The header that `verifyTimedSignature` takes for good. */
export const createTimedSignature = (body: string, secret: string, nowMs: number): string => {
  const time = Math.floor(nowMs / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

/** Answers the call by which a channel makes sure that a webhook is ours: the challenge to send back, or nothing. */
export const answerHubChallenge = (
  query: Readonly<Record<string, string | undefined>> | null,
  verifyToken: string,
): string | undefined => {
  const token = query?.['hub.verify_token'];
  if (query?.['hub.mode'] !== 'subscribe' || verifyToken === '' || token === undefined) return undefined;
  return timingSafeEqual(sha256(token), sha256(verifyToken)) ? query['hub.challenge'] : undefined;
};

/** Hashes are of one length, whatever is compared. */
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
