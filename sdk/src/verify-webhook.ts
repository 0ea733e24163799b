import type { WebhookEvent } from './api-types.ts';
import { WebhookVerificationError } from './errors.ts';

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the signature's time may be from now; 300 seconds by default. */
  toleranceSeconds?: number;
}

interface Signed {
  timestamp: string;
  content: string;
  /** The bytes of every signature that the header names: there are two while a secret is being replaced. */
  signatures: Uint8Array<ArrayBuffer>[];
  toKey: (secret: string) => Uint8Array<ArrayBuffer>;
}

/**
 * Returns the event if one of the secrets signed the request a short time ago, and throws a `WebhookVerificationError`
 * otherwise. `body` is the raw body: JSON that was parsed and written again has another signature. The same event can
 * arrive more than once, so ignore an `id` that you have processed.
 */
export const verifyWebhook = async (
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | undefined | readonly (string | undefined)[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const known = readSecrets(secrets);
  const text = readBody(body);
  const signed = readStandardHeaders(headers, text) ?? readServiceHeader(headers, text);
  if (!signed) throw new WebhookVerificationError('The request has no signature header.');
  if (!(Math.abs(Date.now() / 1_000 - Number(signed.timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError(
      'The signature is too old, or from the future: check the clock of this machine.',
    );
  for (const secret of known) if (await isSignedWith(secret, signed)) return parseEvent(text);
  throw new WebhookVerificationError('No signature matches. Check the secret, and pass the raw body.');
};

/** Anyone could sign with what an unset variable leads to. The message never shows the secret. */
const readSecrets = (secrets: string | undefined | readonly (string | undefined)[]): string[] => {
  const remedy = 'Pass the secret (whsec_…) that the response to creating or rotating the webhook had.';
  const known = [secrets ?? []].flat().flatMap((secret) => secret || []);
  if (known.length === 0) throw new TypeError(`The webhook's secret is missing. ${remedy}`);
  if (known.every((secret) => /^whsec_[\w+/-]{16,}={0,2}$/.test(secret))) return known;
  throw new TypeError(`What was passed is not a secret of a webhook. ${remedy}`);
};

const readBody = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new TypeError(
    'Pass the raw body, as text or bytes, not what a parser made of it. In Express, use express.raw({ type: "*/*" }) ' +
      'on this route, before express.json().',
  );
};

const parseEvent = (text: string): WebhookEvent => {
  try {
    return JSON.parse(text) as WebhookEvent;
  } catch (error) {
    throw new WebhookVerificationError('The signed body is not JSON.', { cause: error });
  }
};

/** The headers of the Standard Webhooks specification; the key is the decoded secret. */
const readStandardHeaders = (headers: WebhookHeaders, text: string): Signed | undefined => {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signature) return undefined;
  return {
    timestamp,
    content: `${id}.${timestamp}.${text}`,
    signatures: signature.split(' ').flatMap((part) => (part.startsWith('v1,') ? [fromBase64(part.slice(3))] : [])),
    toKey: (secret) => fromBase64(secret.replace(/^whsec_/, '')),
  };
};

/** `t=<seconds>,v1=<hex>`; the key is the secret as it is. */
const readServiceHeader = (headers: WebhookHeaders, text: string): Signed | undefined => {
  const header = readHeader(headers, 'x-service-signature');
  if (!header) return undefined;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  return {
    timestamp,
    content: `${timestamp}.${text}`,
    signatures: parts.flatMap(([name, value = '']) => (name === 'v1' ? [fromHex(value)] : [])),
    toKey: encode,
  };
};

/** `crypto.subtle.verify` compares in constant time. */
const isSignedWith = async (secret: string, { content, signatures, toKey }: Signed): Promise<boolean> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', toKey(secret), algorithm, false, ['verify']);
  for (const signature of signatures)
    if (await crypto.subtle.verify('HMAC', key, signature, encode(content))) return true;
  return false;
};

const readHeader = (headers: WebhookHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
};

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));

/** Takes the URL-safe alphabet, too, which older secrets have. */
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};
