import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { KeyCaller } from '../../model/access/api-key.ts';
import { notFound } from '../../model/api-error.ts';
import { channels } from '../../model/channels/channel.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import {
  type ChannelError,
  channelError,
  type DescribedWorkspace,
  type Workspace,
} from '../../model/workspaces/workspace.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { queryApiKeys, setWorkspaceName } from '../../table/access/api-keys.ts';
import {
  findWorkspace,
  putWorkspace,
  queryWorkspaces,
  type StoredWorkspace,
  updateStoredWorkspace,
} from '../../table/workspaces/workspaces.ts';
import { readPages } from '../paging.ts';

export const createWorkspace = async (name: string, defaultCountry: string, id = newId()): Promise<Workspace> => {
  const workspace: StoredWorkspace = {
    id,
    name,
    copied_name: name,
    default_country: defaultCountry,
    time_zone: 'UTC',
    messages_per_month: null,
    subscription: 'active',
    opt_out_keywords: null,
    opt_in_keywords: null,
    more_events: false,
    hides_member_rows: false,
    created_at: isoTime(clock.now()),
    cursor_secret: randomBytes(32).toString('base64url'),
  };
  await putWorkspace(workspace);
  return toWorkspace(workspace);
};

export const describeCaller = ({ workspaceId, workspaceName, keyId, scopes }: KeyCaller) => ({
  account: { id: workspaceId, name: workspaceName },
  key: { id: keyId, scopes: [...scopes] },
});

export const getWorkspace = async (workspaceId: string): Promise<Workspace> =>
  toWorkspace(await getStoredWorkspace(workspaceId));

export const listWorkspaces = async (page: PageRequest): Promise<Page<Workspace>> => {
  const { items, next } = await queryWorkspaces(page);
  return { items: items.map(toWorkspace), next };
};

/** Includes secrets, so it must not leave the service. */
export const getStoredWorkspace = async (workspaceId: string): Promise<StoredWorkspace> => {
  const workspace = await findWorkspace(workspaceId);
  if (!workspace) throw notFound('workspace');
  return workspace;
};

export const updateWorkspace = async (workspaceId: string, changes: Partial<Workspace>): Promise<Workspace> => {
  const workspace = await updateStoredWorkspace(workspaceId, changes);
  if (!workspace) throw notFound('workspace');
  await copyName(workspace);
  return toWorkspace(workspace);
};

/**
 * The workspace changes first: a key that is stored later has the new name. `copied_name` lets the next change complete
 * what a crash left, and of two renames at once the one that ends last sees that its name is no longer right.
 */
const copyName = async ({ id, name, copied_name }: StoredWorkspace): Promise<void> => {
  if (copied_name === name) return;
  for await (const apiKeys of readPages((page) => queryApiKeys(id, page), 100))
    await settleAll(apiKeys.map(({ sha256 }) => setWorkspaceName(sha256, name)));
  const copied = await updateStoredWorkspace(id, { copied_name: name });
  if (copied) await copyName(copied);
};

/** Lists every field, so a secret that is added to the item later does not leak. */
export const toWorkspace = (workspace: StoredWorkspace): Workspace => ({
  id: workspace.id,
  name: workspace.name,
  default_country: workspace.default_country,
  time_zone: workspace.time_zone ?? 'UTC',
  messages_per_month: workspace.messages_per_month,
  subscription: workspace.subscription,
  opt_out_keywords: workspace.opt_out_keywords,
  opt_in_keywords: workspace.opt_in_keywords,
  more_events: workspace.more_events ?? false,
  hides_member_rows: workspace.hides_member_rows ?? false,
  created_at: workspace.created_at,
});

export const describeWorkspace = async (workspaceId: string): Promise<DescribedWorkspace> => {
  const workspace = await getStoredWorkspace(workspaceId);
  const connected = channels.flatMap((channel) => {
    const account = workspace[`${channel}_account`];
    return account ? [{ channel, last_error: readLastError(account) }] : [];
  });
  return { ...toWorkspace(workspace), channels: connected };
};

/** It is null for an account without an error. */
const readLastError = (account: object): ChannelError | null =>
  'last_error' in account ? (z.safeParse(channelError, account.last_error).data ?? null) : null;
