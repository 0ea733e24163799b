import type { Channel } from './accounts.ts';
import { defaultSecrets } from './defaults.ts';
import { SimulatorError } from './simulator-error.ts';
import { findHandshakeFault } from './webhooks/sign-hub.ts';
import type { Webhook } from './webhooks/webhook.ts';
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
