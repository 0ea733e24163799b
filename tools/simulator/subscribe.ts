import { randomInt } from 'node:crypto';
import type { Channel } from './accounts.ts';
import { defaultSecrets } from './defaults.ts';
import { SimulatorError } from './simulator-error.ts';
import type { Webhook } from './webhooks/sign.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export type WebhookInput = Pick<Webhook, 'url'> & Partial<Webhook>;

export const withDefaultSecrets = (channel: Channel, input: WebhookInput): Webhook => ({
  ...defaultSecrets[channel],
  ...input,
});

/** Sets a channel's webhook after the handshake, which `web` does not have. */
export const subscribe = async (webhooks: Webhooks, channel: Channel, input: WebhookInput): Promise<void> => {
  const webhook = withDefaultSecrets(channel, input);
  const fault = channel === 'web' ? undefined : await findHandshakeFault(webhook);
  if (fault !== undefined) {
    throw new SimulatorError('webhook_refused', `${webhook.url} failed the handshake of ${channel}: ${fault}.`);
  }
  webhooks.set(channel, webhook);
};

const handshakeTimeoutMs = 5000;

const findHandshakeFault = async ({ url, verifyToken }: Webhook): Promise<string | undefined> => {
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
