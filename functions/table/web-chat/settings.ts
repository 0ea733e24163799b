import type { Encrypted } from '../../model/secret.ts';
import type { WebChatChanges, WebChatSettings } from '../../model/web-chat/settings.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type StoredWorkspace, toStoredWorkspace } from '../workspaces/workspaces.ts';

export interface StoredWebChat extends WebChatSettings {
  site_id: string;
  seen?: { origin: string; at: string };
  /** Signs the identity of customers. */
  secret?: Encrypted;
  previous_secret?: Encrypted;
  previous_secret_expires_at?: string;
}

export const findWebChat = async (workspaceId: string): Promise<StoredWebChat | undefined> => {
  const item = await findItem(keys.webChat(workspaceId));
  return item && toStoredWebChat(item);
};

export const findSiteWorkspaceId = async (siteId: string): Promise<string | undefined> => {
  const item = await findItem(keys.site(siteId), 'eventual');
  return item && String(item['workspace_id']);
};

export const findWebChatWithWorkspace = async (
  workspaceId: string,
): Promise<{ webChat: StoredWebChat | undefined; workspace: StoredWorkspace | undefined }> => {
  const [webChat, workspace] = await findItemsInOrder([keys.webChat(workspaceId), keys.workspace(workspaceId)]);
  return { webChat: webChat && toStoredWebChat(webChat), workspace: workspace && toStoredWorkspace(workspace) };
};

/** False if the workspace has a web chat by now. */
export const putWebChat = async (workspaceId: string, webChat: StoredWebChat): Promise<boolean> => {
  const { written } = await transact([
    { Put: { Item: { ...keys.webChat(workspaceId), ...webChat }, ConditionExpression: 'attribute_not_exists(pk)' } },
    {
      Put: {
        Item: { ...keys.site(webChat.site_id), workspace_id: workspaceId },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
  return written;
};

/** Undefined if the workspace has no web chat yet. */
export const updateStoredWebChat = async (
  workspaceId: string,
  changes: WebChatChanges,
): Promise<StoredWebChat | undefined> => {
  const fields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const result = await updateIf({
    Key: keys.webChat(workspaceId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign(fields),
  });
  return result.written ? toStoredWebChat(result.item) : undefined;
};

/** It writes only if the stored time is older than `before`, so parallel requests write once. */
export const putSeen = async (
  workspaceId: string,
  seen: { origin: string; at: string },
  before: string,
): Promise<void> => {
  await updateIf({
    Key: keys.webChat(workspaceId),
    UpdateExpression: 'SET seen = :seen',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(seen) OR seen.#at < :before)',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':seen': seen, ':before': before },
  });
};

interface NewSecret {
  /** A replacement with the same id takes effect once. */
  rotation_id: string;
  secret: Encrypted;
  /** If it is undefined, the present secret goes at once. */
  previous_secret_expires_at: string | undefined;
}

/** Returns the web chat after the replacement, also if an earlier call with the same id made it. */
export const replaceChatSecret = async (
  workspaceId: string,
  { previous_secret_expires_at: expiresAt, ...replacement }: NewSecret,
  hasSecret: boolean,
): Promise<StoredWebChat | 'conflict'> => {
  const keepsPrevious = hasSecret && expiresAt !== undefined;
  const { UpdateExpression, ...update } = assign(
    keepsPrevious ? { ...replacement, previous_secret_expires_at: expiresAt } : replacement,
  );
  const previous = keepsPrevious ? ', previous_secret = secret' : ' REMOVE previous_secret, previous_secret_expires_at';
  const { written, item } = await updateIf({
    Key: keys.webChat(workspaceId),
    ConditionExpression:
      `attribute_exists(pk) AND attribute${hasSecret ? '' : '_not'}_exists(#secret) AND ` +
      '(attribute_not_exists(#rotation_id) OR #rotation_id <> :rotation_id)',
    UpdateExpression: `${UpdateExpression}${previous}`,
    ...update,
  });
  if (item && (written || item['rotation_id'] === replacement.rotation_id)) return toStoredWebChat(item);
  return 'conflict';
};

const toStoredWebChat = ({ pk, sk, rotation_id, ...fields }: Item): StoredWebChat => fields as unknown as StoredWebChat;
