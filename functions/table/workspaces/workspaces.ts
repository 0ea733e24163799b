import type { ChannelConnections } from '../../model/channels/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Workspace } from '../../model/workspaces/workspace.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredWorkspace extends Workspace, ChannelConnections {
  cursor_secret: string;
  /** The name that every key has a copy of. */
  copied_name: string;
  /** The channels on which messages may be answered automatically. Their accounts are marked, too. */
  away_channels?: Channel[];
}

export const putWorkspace = async (workspace: StoredWorkspace): Promise<void> => {
  const result = await transact([
    {
      Put: {
        Item: { ...keys.workspace(workspace.id), ...workspace, v: workspaceVersion },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: toListed(workspace.id), ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: { ...keys.contactCount(workspace.id), contacts: 0, is_whole: true } } },
  ]);
  if (!result.written) throw new Error(`Workspace ${workspace.id} already exists.`);
};

/** A workspace of version 1 is not in the list yet. */
export const ensureListed = async (workspaceId: string): Promise<void> => {
  await transact([
    workspaceExistsPart(workspaceId),
    { Put: { Item: toListed(workspaceId), ConditionExpression: 'attribute_not_exists(pk)' } },
  ]);
};

const toListed = (workspaceId: string): Item => ({ ...keys.listedWorkspace(workspaceId), id: workspaceId });

export const queryWorkspaces = async (page: PageRequest): Promise<Page<StoredWorkspace>> => {
  const { items, next } = await queryPage(keys.listedWorkspace('').pk, page);
  const workspaces = await findItemsInOrder(items.map(({ sk }) => keys.workspace(String(sk))));
  return { items: workspaces.flatMap((item) => (item ? toStoredWorkspace(item) : [])), next };
};

export const findWorkspace = async (workspaceId: string): Promise<StoredWorkspace | undefined> => {
  const item = await findItem(keys.workspace(workspaceId));
  return item && toStoredWorkspace(item);
};

type WorkspaceFields = Partial<
  Pick<
    StoredWorkspace,
    | 'copied_name'
    | 'name'
    | 'default_country'
    | 'messages_per_month'
    | 'subscription'
    | 'opt_out_keywords'
    | 'opt_in_keywords'
    | 'more_events'
    | 'hides_member_rows'
    | 'time_zone'
  >
>;

export const updateStoredWorkspace = async (
  workspaceId: string,
  changes: WorkspaceFields,
): Promise<StoredWorkspace | undefined> => {
  const fields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const result = await updateIf({
    Key: keys.workspace(workspaceId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign(fields),
  });
  return result.written ? toStoredWorkspace(result.item) : undefined;
};

export const findWorkspaceNames = async (workspaceIds: readonly string[]): Promise<Map<string, string>> => {
  const items = await findItems(workspaceIds.map((workspaceId) => keys.workspace(workspaceId)));
  return new Map(items.map(toStoredWorkspace).map(({ id, name }) => [id, name]));
};

const workspaceExistsPart = (workspaceId: string): TransactionPart => ({
  ConditionCheck: { Key: keys.workspace(workspaceId), ConditionExpression: 'attribute_exists(pk)' },
});

export const workspaceNamedPart = (workspaceId: string, name: string): TransactionPart => ({
  ConditionCheck: {
    Key: keys.workspace(workspaceId),
    ConditionExpression: '#name = :name',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name },
  },
});

export const moreEventsPart = (workspaceId: string): TransactionPart => ({
  ConditionCheck: {
    Key: keys.workspace(workspaceId),
    ConditionExpression: 'more_events = :on',
    ExpressionAttributeValues: { ':on': true },
  },
});

/** Workspaces are listed since version 2; `admin migrate` lists those of version 1. */
export const workspaceVersion = 2;

export const toStoredWorkspace = ({ pk, sk, v, ...fields }: Item): StoredWorkspace =>
  fields as unknown as StoredWorkspace;
