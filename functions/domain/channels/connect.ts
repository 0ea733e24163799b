import { randomBytes } from 'node:crypto';
import { ApiError, notFound } from '../../model/api-error.ts';
import type { MsgappConnection, SocialConnection, WebConnection } from '../../model/channels/account.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import type { Encrypted, SigningChannel } from '../../model/secret.ts';
import { overlapHoursDefault } from '../../model/webhooks/webhook.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { encrypt } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putChannelAccount, removeChannelAccount } from '../../table/channels/accounts.ts';
import type { AccountIds } from '../../table/channels/business-numbers.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';

export interface ConnectedAccount {
  channel: Channel;
  account_id: string;
  waba_id: string | null;
  base_url: string | null;
  api_version: string | null;
  messages_per_second: number | null;
}

export const connectMsgapp = async (workspaceId: string, account: MsgappConnection): Promise<ConnectedAccount> =>
  connect(workspaceId, 'msgapp', account.phone_number_id, await withEncryptedToken(workspaceId, 'msgapp', account));

export const connectSocial = async (workspaceId: string, account: SocialConnection): Promise<ConnectedAccount> =>
  connect(workspaceId, 'social', account.account_id, await withEncryptedToken(workspaceId, 'social', account));

/**
 * Creates the web chat, or rotates the secret of the existing one, whose old secret is accepted for the overlap. The new
 * secret is returned only here.
 */
export const connectWeb = async (
  workspaceId: string,
  accountId?: string,
  overlapHours = overlapHoursDefault,
): Promise<ConnectedAccount & Pick<WebConnection, 'secret'>> => {
  const { web_account: current } = await getStoredWorkspace(workspaceId);
  const account_id = accountId ?? current?.account_id ?? newId();
  const secret = newWebSecret();
  const encrypted = await encrypt(secretContexts.webSecret(workspaceId, account_id), secret);
  const previous = current?.account_id === account_id && overlapHours > 0 ? keepSecret(current, overlapHours) : {};
  return { ...(await connect(workspaceId, 'web', account_id, { account_id, secret: encrypted, ...previous })), secret };
};

/** For the web chat of this service, which needs no secret. The workspace's own server gets one when it asks for it. */
export const connectMissingWeb = (workspaceId: string): Promise<'stored'> =>
  retryOnConflict(async () => {
    const { web_account: current, away_channels: away = [] } = await getStoredWorkspace(workspaceId);
    if (current) return 'stored';
    const accountId = newId();
    const secret = await encrypt(secretContexts.webSecret(workspaceId, accountId), newWebSecret());
    const account = { account_id: accountId, secret };
    const ids = toAccountIds(account);
    const connection = {
      channel: 'web',
      ids,
      account,
      replaced: undefined,
      answersAway: away.includes('web'),
    } as const;
    return (await putChannelAccount(workspaceId, connection)) === 'stored' ? 'stored' : 'conflict';
  });

const newWebSecret = (): string => `websec_${randomBytes(32).toString('base64url')}`;

const keepSecret = ({ secret }: WebConnection<Encrypted>, overlapHours: number) => ({
  previous_secret: secret,
  previous_secret_expires_at: isoTime(clock.now() + overlapHours * hourMs),
});

/** Messages of the account that arrive later are dropped. */
export const disconnectChannel = (workspaceId: string, channel: Channel): Promise<{ account_id: string }> =>
  retryOnConflict(async () => {
    const ids = findAccountIds(await getStoredWorkspace(workspaceId), channel);
    if (ids === undefined) throw notFound(`${channel} account`);
    return (await removeChannelAccount(workspaceId, channel, ids)) ? { account_id: ids.accountId } : 'conflict';
  });

export const listChannelAccounts = async (workspaceId: string): Promise<ConnectedAccount[]> => {
  const workspace = await getStoredWorkspace(workspaceId);
  return channels.flatMap((channel) => {
    const account = workspace[`${channel}_account`];
    return account ? [toConnectedAccount(channel, toAccountId(account), account)] : [];
  });
};

type EncryptedConnection = MsgappConnection<Encrypted> | SocialConnection<Encrypted> | WebConnection<Encrypted>;

const withEncryptedToken = async <Account extends { access_token: string; base_url: string }>(
  workspaceId: string,
  channel: SigningChannel,
  account: Account,
): Promise<Account & { access_token: Encrypted }> => ({
  ...account,
  access_token: await encrypt(secretContexts.accessToken(workspaceId, channel, account.base_url), account.access_token),
});

const findAccountIds = (workspace: StoredWorkspace, channel: Channel): AccountIds | undefined => {
  const account = workspace[`${channel}_account`];
  return account && toAccountIds(account);
};

const toAccountIds = (account: EncryptedConnection): AccountIds => ({
  accountId: toAccountId(account),
  wabaId: 'waba_id' in account ? account.waba_id : undefined,
});

export const toAccountId = (account: EncryptedConnection): string =>
  'phone_number_id' in account ? account.phone_number_id : account.account_id;

/** Lists its fields one by one so no secret slips through. */
const toConnectedAccount = (channel: Channel, accountId: string, account: EncryptedConnection): ConnectedAccount => ({
  channel,
  account_id: accountId,
  waba_id: 'waba_id' in account ? account.waba_id : null,
  base_url: 'base_url' in account ? account.base_url : null,
  api_version: 'api_version' in account ? account.api_version : null,
  messages_per_second: 'phone_number_id' in account ? (account.messages_per_second ?? null) : null,
});

const connect = async (
  workspaceId: string,
  channel: Channel,
  accountId: string,
  account: EncryptedConnection,
): Promise<ConnectedAccount> => {
  const outcome = await retryOnConflict(async () => {
    const workspace = await getStoredWorkspace(workspaceId);
    const replaced = findAccountIds(workspace, channel);
    const answersAway = workspace.away_channels?.includes(channel) ?? false;
    return putChannelAccount(workspaceId, { channel, ids: toAccountIds(account), account, replaced, answersAway });
  });
  if (outcome === 'stored') return toConnectedAccount(channel, accountId, account);
  throw new ApiError('bad_request', `The ${channel} account ${accountId} is connected to another workspace.`);
};
