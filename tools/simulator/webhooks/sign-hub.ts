import { createHmac, randomInt } from 'node:crypto';
import type { SignedBody, Webhook } from './webhook.ts';

export const signHubPayload = (payload: unknown, { appSecret }: Webhook): SignedBody => {
  const body = escapedJson(payload);
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'facebookexternalua',
      'X-Hub-Signature-256': `sha256=${signature}`,
    },
  };
};

/** The channel's JSON is ASCII with escaped slashes. This exposes receivers that verify a re-serialized body. */
const escapedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const handshakeTimeoutMs = 5000;

export const findHandshakeFault = async ({ url, verifyToken }: Webhook): Promise<string | undefined> => {
  const challenge = String(randomInt(10 ** 9, 10 ** 10));
  const target = new URL(url);
  target.searchParams.set('hub.mode', 'subscribe');
  target.searchParams.set('hub.challenge', challenge);
  target.searchParams.set('hub.verify_token', verifyToken);
  try {
    const response = await fetch(target, { redirect: 'manual', signal: AbortSignal.timeout(handshakeTimeoutMs) });
    const text = await response.text();
    if (response.status !== 200) return `it responded with ${response.status}`;
    return text === challenge ? undefined : 'it did not return the challenge alone';
  } catch {
    return 'it did not respond';
  }
};
