import { createHmac } from 'node:crypto';
import type { WebAccount } from '../accounts.ts';
import type { SignedBody } from './webhook.ts';

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
  return {
    body,
    headers: { 'Content-Type': 'application/json', 'X-Web-Signature': `t=${time},v1=${signature}` },
  };
};
