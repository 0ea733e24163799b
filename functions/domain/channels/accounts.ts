import { ApiError } from '../../model/api-error.ts';
import type { MsgappConnection, SocialConnection, WebConnection } from '../../model/channels/account.ts';
import type { Encrypted } from '../../model/secret.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import { findWorkspaceIdByAccount } from '../../table/channels/accounts.ts';
import { findWorkspace, type StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { type NoteHealth, trackHealth } from './health.ts';
import type { MsgappAccount } from './msgapp/account.ts';
import type { TemplateSource } from './msgapp/list-templates.ts';

export const getMsgappAccount = async (workspaceId: string): Promise<MsgappAccount & TemplateSource> =>
  decryptMsgappAccount(await getStoredWorkspace(workspaceId));

export const decryptMsgappAccount = async (workspace: StoredWorkspace): Promise<MsgappAccount & TemplateSource> => {
  const { id } = workspace;
  const connection = getMsgappConnection(workspace);
  return {
    baseUrl: connection.base_url,
    apiVersion: connection.api_version,
    phoneNumberId: connection.phone_number_id,
    wabaId: connection.waba_id,
    accessToken: await decrypt(secretContexts.accessToken(id, 'msgapp', connection.base_url), connection.access_token),
  };
};

export interface SendingAccount {
  account: MsgappAccount & TemplateSource;
  noteHealth: NoteHealth;
}

export const getSendingAccount = async (workspace: StoredWorkspace): Promise<SendingAccount> => ({
  account: await decryptMsgappAccount(workspace),
  noteHealth: trackHealth(workspace.id, 'msgapp', getMsgappConnection(workspace)),
});

const getMsgappConnection = ({ msgapp_account: connection }: StoredWorkspace): MsgappConnection<Encrypted> => {
  if (connection) return connection;
  throw new ApiError('msgapp_not_configured', notConfiguredMessage);
};

const notConfiguredMessage =
  'This workspace has no msgapp number. Connect one in the dashboard, under Channels, or ask the operator to do it.';

export const findSocialConnection = async (workspaceId: string): Promise<TrackedSocialConnection | undefined> =>
  decryptSocialConnection(await getStoredWorkspace(workspaceId));

type TrackedSocialConnection = SocialConnection & { noteHealth: NoteHealth };

export const decryptSocialConnection = async ({
  id: workspaceId,
  social_account: account,
}: StoredWorkspace): Promise<TrackedSocialConnection | undefined> => {
  if (!account) return undefined;
  const context = secretContexts.accessToken(workspaceId, 'social', account.base_url);
  return {
    ...account,
    access_token: await decrypt(context, account.access_token),
    noteHealth: trackHealth(workspaceId, 'social', account),
  };
};

/** Does the same work for an unknown account, so the response time does not tell which accounts exist. */
export const findWebConnection = async (
  accountId: string,
): Promise<{ workspaceId: string; account: WebConnection; secrets: string[] } | undefined> => {
  const workspaceId = (await findWorkspaceIdByAccount('web', accountId)) ?? newId();
  const { web_account: account } = (await findWorkspace(workspaceId)) ?? {};
  const context = secretContexts.webSecret(workspaceId, accountId);
  if (account?.account_id !== accountId) {
    await encrypt(context, '');
    return undefined;
  }
  const {
    account_id,
    secret: current,
    previous_secret: previous,
    previous_secret_expires_at: expiresAt = '',
  } = account;
  const accepted = previous !== undefined && expiresAt > isoTime(clock.now()) ? [current, previous] : [current];
  const [secret = '', ...others] = await Promise.all(accepted.map((encrypted) => decrypt(context, encrypted)));
  return { workspaceId, account: { account_id, secret }, secrets: [secret, ...others] };
};
