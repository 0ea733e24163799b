import type { Channel } from './accounts.ts';
import { defaultSecrets } from './defaults.ts';
import { SimulatorError } from './simulator-error.ts';
import { findHandshakeFault } from './webhooks/sign-hub.ts';
import type { Webhook } from './webhooks/webhook.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** A webhook as it is given: secrets that are left out are the local ones. */
export type WebhookInput = Pick<Webhook, 'url'> & Partial<Webhook>;

export const withDefaultSecrets = (channel: Channel, input: WebhookInput): Webhook => ({
  ...defaultSecrets[channel],
  ...input,
});

/** Sets a channel's webhook after its receiver has passed the handshake. A website's server has none. */
export const subscribe = async (webhooks: Webhooks, channel: Channel, input: WebhookInput): Promise<void> => {
  const webhook = withDefaultSecrets(channel, input);
  const fault = channel === 'web' ? undefined : await findHandshakeFault(webhook);
  if (fault !== undefined) {
    throw new SimulatorError('webhook_refused', `${webhook.url} did not pass the handshake of ${channel}: ${fault}.`);
  }
  webhooks.set(channel, webhook);
};
