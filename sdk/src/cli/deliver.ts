import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookEvent } from '../api-types.ts';
import { toLine } from './terminal.ts';

export interface Receiver {
  url: URL;
  secret: string;
  /** Stands for the id of the webhook. */
  webhookId: string;
}

/** As long as a real delivery may take. */
const timeoutMs = 5_000;

const excerptCharactersMax = 200;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Sends the event as the service would, and says what became of it. */
export const deliver = async (event: WebhookEvent, receiver: Receiver): Promise<string> => {
  const body = JSON.stringify(event);
  const startedAt = performance.now();
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      // The service follows no redirect either.
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...toHeaders(event, body, receiver) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const line = `${response.status} in ${Math.round(performance.now() - startedAt)} ms`;
    return response.ok || text === '' ? line : `${line}: ${toLine(text.slice(0, excerptCharactersMax))}`;
  } catch (error) {
    return `no response: ${explain(error)}`;
  }
};

const toHeaders = (event: WebhookEvent, body: string, { secret, webhookId }: Receiver): Record<string, string> => {
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const standard = createHmac('sha256', key).update(`${event.id}.${time}.${body}`).digest('base64');
  const named = ['x-service', 'x-legacy'].flatMap((prefix) => [
    [`${prefix}-event`, event.event],
    [`${prefix}-webhook-id`, webhookId],
    [`${prefix}-signature`, `t=${time},v1=${signature}`],
  ]);
  return {
    ...Object.fromEntries(named),
    'webhook-id': event.id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${standard}`,
  };
};

const explain = (error: unknown): string => {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'the receiver took over 5 seconds. Respond first, and do slow work afterwards.';
  const reason = (cause as Error | undefined)?.message || message;
  return `${reason.replace(/\.$/, '')}. Check that your receiver runs at this address.`;
};
