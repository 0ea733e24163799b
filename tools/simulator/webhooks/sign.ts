import { createHmac } from 'node:crypto';
import type { WebAccount } from '../accounts.ts';

export interface Webhook {
  url: string;
  appSecret: string;
  verifyToken: string;
}

export interface SignedBody {
  body: string;
  headers: Record<string, string>;
}

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

export interface WebMessage {
  id: string;
  account_id: string;
  from: string;
  name: string | null;
  text: string;
  sent_at?: string;
  reply_to?: string;
}

/** The signature covers the time of the attempt and the bytes. */
export const signWebPayload = (payload: WebMessage, { secret }: WebAccount, nowMs: number): SignedBody => {
  const body = JSON.stringify(payload);
  const time = Math.floor(nowMs / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, headers: { 'Content-Type': 'application/json', 'X-Web-Signature': `t=${time},v1=${signature}` } };
};
