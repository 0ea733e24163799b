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
  const received = readTimedSignature(header, { nowMs, toleranceSeconds });
  if (received === undefined) return false;
  const signature = createHmac('sha256', secret).update(`${received.time}.`).update(bytes).digest();
  // Anyone could sign with an empty secret.
  return timingSafeEqual(Buffer.from(received.hex, 'hex'), signature) && secret !== '';
};

/** Undefined for a malformed header and for a time out of tolerance: neither needs the secret to be refused. */
export const readTimedSignature = (
  header: string | undefined,
  { nowMs, toleranceSeconds }: { nowMs: number; toleranceSeconds: number },
): { time: string; hex: string } | undefined => {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(header ?? '') ?? [];
  if (time === undefined || hex === undefined) return undefined;
  return Math.abs(nowMs / 1000 - Number(time)) <= toleranceSeconds ? { time, hex } : undefined;
};

/** One `v1` per secret: while a secret is being replaced, a receiver may have either. */
export const createTimedSignature = (body: string, secrets: readonly string[], nowMs: number): string => {
  const time = Math.floor(nowMs / 1000);
  const toPart = (secret: string): string =>
    `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  return [`t=${time}`, ...secrets.map(toPart)].join(',');
};

/**
 * Follows standardwebhooks.com: for each secret, `v1,` and the base64 HMAC-SHA256 of id, second and body, joined by
 * spaces. The key is what the secret encodes after the prefix, in base64 or, in older secrets, in base64url; Node
 * decodes either.
 */
export const createStandardSignature = (
  id: string,
  body: string,
  secrets: readonly string[],
  nowMs: number,
): string => {
  const signed = `${id}.${Math.floor(nowMs / 1000)}.${body}`;
  const toKey = (secret: string): Buffer => Buffer.from(secret.replace('whsec_', ''), 'base64');
  return secrets.map((secret) => `v1,${createHmac('sha256', toKey(secret)).update(signed).digest('base64')}`).join(' ');
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
