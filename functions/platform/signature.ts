import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The header is `sha256=` and the hex HMAC-SHA256 of the bytes. Several secrets are valid at once, because an account
 * may have moved to another app or be rotating its secret.
 */
export const verifyHubSignature = (
  bytes: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): boolean => {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1];
  if (hex === undefined) return false;
  const received = Buffer.from(hex, 'hex');
  // Anyone could sign with an empty secret.
  const valid = secrets
    .filter((secret) => secret !== '')
    .map((secret) => timingSafeEqual(received, createHmac('sha256', secret).update(bytes).digest()));
  return valid.includes(true);
};

/**
 * The header is `t=<unix seconds>,v1=<hex>`, with the HMAC-SHA256 of the time, a dot and the bytes. Signing the time
 * limits replays to the tolerance.
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

export const createTimedSignature = (body: string, secret: string, nowMs: number): string => {
  const time = Math.floor(nowMs / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

export const answerHubChallenge = (
  query: Readonly<Record<string, string | undefined>> | null,
  verifyToken: string,
): string | undefined => {
  const token = query?.['hub.verify_token'];
  if (query?.['hub.mode'] !== 'subscribe' || verifyToken === '' || token === undefined) return undefined;
  return timingSafeEqual(sha256(token), sha256(verifyToken)) ? query['hub.challenge'] : undefined;
};

/** timingSafeEqual needs inputs of equal length. */
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
