import { createHmac } from 'node:crypto';
import type { WebAccount } from '../accounts.ts';
import type { SignedBody } from './webhook.ts';

/** A message from a website's chat window, as the website's server passes it on. */
export interface WebMessage {
  id: string;
  /** The website. */
  account_id: string;
  /** The visitor. */
  from: string;
  name: string | null;
  text: string;
  /** When it was written, if not just now. */
  sent_at?: string;
  /** The id of the message that this one answers. */
  reply_to?: string;
}

/** The form of the `web` webhook: the time of the attempt is signed with the bytes. */
export const signWebPayload = (payload: WebMessage, { secret }: WebAccount, nowMs: number): SignedBody => {
  const body = JSON.stringify(payload);
  const time = Math.floor(nowMs / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    body,
    headers: { 'Content-Type': 'application/json', 'X-Web-Signature': `t=${time},v1=${signature}` },
  };
};
