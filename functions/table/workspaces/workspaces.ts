import type { ChannelConnections } from '../../model/channel-account.ts';
import type { Workspace } from '../../model/workspace.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredWorkspace extends Workspace, ChannelConnections {
  cursor_secret: string;
}

export const putWorkspace = async (workspace: StoredWorkspace): Promise<void> => {
  const result = await transact([
    {
      Put: {
        Item: { ...keys.workspace(workspace.id), ...workspace, v: workspaceVersion },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
  if (!result.written) throw new Error(`Workspace ${workspace.id} already exists.`);
};

export const findWorkspace = async (workspaceId: string): Promise<StoredWorkspace | undefined> => {
  const item = await findItem(keys.workspace(workspaceId));
  return item && toStoredWorkspace(item);
};

/** Without the name, of which every API key of the workspace holds a copy. */
type WorkspaceChanges = Partial<Pick<Workspace, 'default_country' | 'messages_per_month' | 'subscription'>>;

export const updateStoredWorkspace = async (
  workspaceId: string,
  changes: WorkspaceChanges,
): Promise<StoredWorkspace | undefined> => {
  const fields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const result = await updateIf({
    Key: keys.workspace(workspaceId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign(fields),
  });
  return result.written ? toStoredWorkspace(result.item) : undefined;
};

export const workspaceExistsPart = (workspaceId: string): TransactionPart => ({
  ConditionCheck: { Key: keys.workspace(workspaceId), ConditionExpression: 'attribute_exists(pk)' },
});

/** Since 2, the secrets of channels are encrypted with keys of their own. */
export const workspaceVersion = 2;

export const toStoredWorkspace = ({ pk, sk, v, ...fields }: Item): StoredWorkspace =>
  fields as unknown as StoredWorkspace;
