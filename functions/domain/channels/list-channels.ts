import { toSendRate } from '../../model/channels/account.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import type { ConnectedChannel } from '../../model/channels/connected-channel.ts';
import { type AccountError, type AccountWarning, findAccountFault, findWarning } from '../../model/channels/health.ts';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { type AccountPointer, findAccountPointers } from '../../table/channels/accounts.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { toAccountId } from './connect.ts';

/** Lists every channel, connected or not. The workspace is read first, then the pointers of its accounts. */
export const listChannels = async (workspaceId: string): Promise<ConnectedChannel[]> => {
  const workspace = await getStoredWorkspace(workspaceId);
  const accounts = channels.flatMap((channel) => {
    const account = workspace[`${channel}_account`];
    return account ? [{ channel, accountId: toAccountId(account) }] : [];
  });
  const pointers = await findAccountPointers(accounts);
  return channels.map((channel) => {
    const index = accounts.findIndex((account) => account.channel === channel);
    return describeChannel(workspace, channel, pointers[index]);
  });
};

export const getChannel = async (workspaceId: string, channel: Channel): Promise<ConnectedChannel> => {
  const found = (await listChannels(workspaceId)).find((candidate) => candidate.channel === channel);
  if (!found) throw new Error(`The channel ${channel} is not listed.`);
  return found;
};

/** Lists its fields one by one so no secret slips through. */
const describeChannel = (
  workspace: StoredWorkspace,
  channel: Channel,
  pointer: AccountPointer | undefined,
): ConnectedChannel => {
  const account = workspace[`${channel}_account`];
  const error = account && 'last_error' in account ? account.last_error : undefined;
  return {
    channel,
    state: account ? (error ? 'failing' : 'connected') : 'not_connected',
    account_id: account ? toAccountId(account) : null,
    phone_number: (account && 'phone_number' in account && account.phone_number) || null,
    waba_id: account && 'waba_id' in account ? account.waba_id : null,
    messages_per_second: account && channel === 'msgapp' ? toSendRate(workspace.msgapp_account) : null,
    webhook_url: `${env.apiBaseUrl()}/channels/${channel}`,
    last_webhook_at: pointer?.lastWebhookAt ?? null,
    last_error: error ? describeError(error) : null,
    quality: pointer?.notices.quality ?? null,
    warning: describeWarning(findWarning(pointer?.notices ?? {}, clock.now())),
  };
};

const describeError = ({ code, message, at }: AccountError): ConnectedChannel['last_error'] => ({
  fault: findAccountFault(code) ?? null,
  code,
  message,
  at,
});

const describeWarning = (warning: AccountWarning | undefined): ConnectedChannel['warning'] => {
  if (!warning) return null;
  const { event, details, until, at } = warning;
  return { event, details, until, at };
};
