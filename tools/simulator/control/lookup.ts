import type { AccountByChannel, Channel } from '../accounts.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import type { Webhook } from '../webhooks/webhook.ts';

/** The account with this id, or without one the first of the channel. */
export const getAccount = <Name extends Channel>(
  { accounts }: Simulation,
  channel: Name,
  id: string | undefined,
): AccountByChannel<Name> => {
  const account = accounts.find(channel, id);
  if (account) return account;
  throw new SimulatorError('not_found', `There is no ${channel} account "${id ?? ''}"; GET /accounts lists them.`);
};

export const requireWebhook = ({ webhooks }: Simulation, channel: Channel): Webhook => {
  const webhook = webhooks.find(channel);
  if (webhook) return webhook;
  throw new SimulatorError('no_webhook', `No webhook is set for ${channel}; set one with POST /webhooks.`);
};
