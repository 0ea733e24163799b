import { randomBytes } from 'node:crypto';
import type { Caller } from '../model/api-key.ts';
import { notFound } from '../model/failure.ts';
import type { Workspace } from '../model/workspace.ts';
import { clock, isoTime } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { findWorkspace, putWorkspace, type StoredWorkspace, updateWorkspace } from '../table/workspaces.ts';

export const createWorkspace = async (name: string, defaultCountry: string): Promise<Workspace> => {
  const workspace: StoredWorkspace = {
    id: newId(),
    name,
    default_country: defaultCountry,
    messages_per_month: null,
    subscription: 'active',
    created_at: isoTime(clock.now()),
    cursor_secret: randomBytes(32).toString('base64url'),
  };
  await putWorkspace(workspace);
  return shown(workspace);
};

/** Which workspace a caller acts on, and what its key may do there. */
export const describeCaller = async ({ workspaceId, keyId, scopes }: Caller) => {
  const { id, name } = await getStoredWorkspace(workspaceId);
  return { account: { id, name }, key: { id: keyId, scopes: [...scopes] } };
};

/** With what only the service itself may see. */
export const getStoredWorkspace = async (workspaceId: string): Promise<StoredWorkspace> => {
  const workspace = await findWorkspace(workspaceId);
  if (!workspace) throw notFound('workspace');
  return workspace;
};

export const changeWorkspace = async (
  workspaceId: string,
  changes: Parameters<typeof updateWorkspace>[1],
): Promise<Workspace> => {
  const workspace = await updateWorkspace(workspaceId, changes);
  if (!workspace) throw notFound('workspace');
  return shown(workspace);
};

const shown = ({ cursor_secret, ...workspace }: StoredWorkspace): Workspace => workspace;
