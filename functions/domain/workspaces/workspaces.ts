import { randomBytes } from 'node:crypto';
import { notFound } from '../../model/api-error.ts';
import type { KeyCaller } from '../../model/api-key.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Workspace } from '../../model/workspace.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import {
  findWorkspace,
  putWorkspace,
  queryWorkspaces,
  type StoredWorkspace,
  updateStoredWorkspace,
} from '../../table/workspaces/workspaces.ts';

export const createWorkspace = async (name: string, defaultCountry: string, id = newId()): Promise<Workspace> => {
  const workspace: StoredWorkspace = {
    id,
    name,
    default_country: defaultCountry,
    messages_per_month: null,
    subscription: 'active',
    created_at: isoTime(clock.now()),
    cursor_secret: randomBytes(32).toString('base64url'),
  };
  await putWorkspace(workspace);
  return toWorkspace(workspace);
};

export const describeCaller = async ({ workspaceId, keyId, scopes }: KeyCaller) => {
  const { name } = await getStoredWorkspace(workspaceId);
  return { account: { id: workspaceId, name }, key: { id: keyId, scopes: [...scopes] } };
};

export const getWorkspace = async (workspaceId: string): Promise<Workspace> =>
  toWorkspace(await getStoredWorkspace(workspaceId));

/** Newest first. */
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

export const updateWorkspace = async (
  workspaceId: string,
  changes: Parameters<typeof updateStoredWorkspace>[1],
): Promise<Workspace> => {
  const workspace = await updateStoredWorkspace(workspaceId, changes);
  if (!workspace) throw notFound('workspace');
  return toWorkspace(workspace);
};

/** Lists every field, so a secret that is added to the item later does not leak. */
export const toWorkspace = (workspace: StoredWorkspace): Workspace => ({
  id: workspace.id,
  name: workspace.name,
  default_country: workspace.default_country,
  messages_per_month: workspace.messages_per_month,
  subscription: workspace.subscription,
  created_at: workspace.created_at,
});
