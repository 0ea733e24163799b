import type { ChannelConnections } from '../../model/channel-account.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A workspace with its channel accounts, whose tokens are secret, and the secret that seals its cursors. */
export interface StoredWorkspace extends Workspace, ChannelConnections {
  /** Leaves this side of the API only onto the workspace's keys. */
  cursor_secret: string;
}

export const putWorkspace = async (workspace: StoredWorkspace): Promise<void> => {
  const result = await transact([
    {
      Put: {
        Item: { ...keys.workspace(workspace.id), ...workspace },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
  if (!result.written) throw new Error(`The workspace ${workspace.id} exists already.`);
};

export const findWorkspace = async (workspaceId: string): Promise<StoredWorkspace | undefined> => {
  const item = await findItem(keys.workspace(workspaceId));
  return item && toStoredWorkspace(item);
};

type WorkspaceChanges = Partial<Pick<Workspace, 'default_country' | 'messages_per_month' | 'subscription'>>;

/** Changes what is present, at least one thing; nothing comes back when there is no such workspace. */
export const updateStoredWorkspace = async (
  workspaceId: string,
  changes: WorkspaceChanges,
): Promise<StoredWorkspace | undefined> => {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
  const result = await updateIf({
    Key: keys.workspace(workspaceId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  });
  return result.written ? toStoredWorkspace(result.item) : undefined;
};

/** A part that holds a transaction back when the workspace does not exist. */
export const workspaceExistsPart = (workspaceId: string): TransactionPart => ({
  ConditionCheck: { Key: keys.workspace(workspaceId), ConditionExpression: 'attribute_exists(pk)' },
});

export const toStoredWorkspace = ({ pk, sk, ...fields }: Item): StoredWorkspace => fields as unknown as StoredWorkspace;
