import type { AccountByChannel, Channel } from '../accounts.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import type { Webhook } from '../webhooks/webhook.ts';

export const getAccount = <Name extends Channel>(
  { accounts }: Simulation,
  channel: Name,
  id: string | undefined,
): AccountByChannel<Name> => {
  const account = accounts.find(channel, id);
  if (account) return account;
  throw new SimulatorError('not_found', `Unknown ${channel} account "${id ?? ''}". GET /accounts lists the accounts.`);
};

export const requireWebhook = ({ webhooks }: Simulation, channel: Channel): Webhook => {
  const webhook = webhooks.find(channel);
  if (webhook) return webhook;
  throw new SimulatorError('no_webhook', `No webhook is set for ${channel}. Set one with POST /webhooks.`);
};
