import { ApiError } from '../../model/api-error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { listChannelAccounts } from '../channels/connect.ts';
import { toSimulatorUrl } from './simulator.ts';

export interface SimulatedAccount {
  channel: Channel;
  id: string;
}

/** A web chat has no address of its own: the website calls us. */
export const listSimulatedAccounts = async (workspaceId: string): Promise<SimulatedAccount[]> => {
  const { origin } = toSimulatorUrl('/');
  const accounts = await listChannelAccounts(workspaceId);
  return accounts
    .filter(({ base_url }) => base_url === null || URL.parse(base_url)?.origin === origin)
    .map(({ channel, account_id }) => ({ channel, id: account_id }));
};

export const getSimulatedAccount = async (workspaceId: string, channel: Channel): Promise<SimulatedAccount> => {
  const account = (await listSimulatedAccounts(workspaceId)).find((candidate) => candidate.channel === channel);
  if (account) return account;
  throw new ApiError(
    'bad_request',
    `This workspace has no ${channel} account at the simulator. Connect one with its base URL ${toSimulatorUrl('/').origin}.`,
  );
};
