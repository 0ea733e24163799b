import type { Channel } from '../../model/channels/channel.ts';
import type { ConversationStatus, StoredConversation } from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { statusIndex } from '../../model/table-index.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type Consistency, findCurrentItems, findItem, findItems } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';
import { readTrackedFields } from './tracked-fields.ts';

export const findConversation = async (
  workspaceId: string,
  conversationId: string,
): Promise<StoredConversation | undefined> => {
  const item = await findItem(keys.conversation(workspaceId, conversationId));
  return item && toStoredConversation(item);
};

export const findConversations = async (
  workspaceId: string,
  conversationIds: readonly string[],
): Promise<StoredConversation[]> => {
  const items = await findItems(conversationIds.map((id) => keys.conversation(workspaceId, id)));
  return items.map(toStoredConversation);
};

export const findConversationsWithStatus = async (
  workspaceId: string,
  conversationIds: readonly string[],
  status: ConversationStatus,
): Promise<StoredConversation[]> => {
  const conversationKeys = conversationIds.map((id) => keys.conversation(workspaceId, id));
  const items = await findCurrentItems(conversationKeys, (item) => item['status'] === status);
  return items.map(toStoredConversation).filter((conversation) => conversation.status === status);
};

/** `team`: one of these, or none of these. A filter for one of no teams finds nothing, so nobody asks. */
export interface ConversationFields {
  channel?: Channel | undefined;
  assigned_agent_id?: string | null | undefined;
  team?: TeamMatch | undefined;
}

export type TeamMatch = { is: readonly string[]; isNot?: never } | { is?: never; isNot: readonly string[] };

export const queryConversations = async (
  workspaceId: string,
  { team, ...fields }: ConversationFields,
  page: PageRequest,
  consistency: Consistency = 'eventual',
): Promise<Page<StoredConversation>> => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const ofTeam = team && team.isNot?.length !== 0 ? toTeamFilter(team) : undefined;
  const filter = {
    expression: [...given.map(([name]) => `${name} = :${name}`), ...(ofTeam ? [ofTeam.expression] : [])].join(' AND '),
    values: { ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])), ...ofTeam?.values },
  };
  const { items, next } = await queryPage(keys.conversation(workspaceId, '').pk, page, {
    ...(filter.expression !== '' && { filter }),
    consistency,
  });
  return { items: items.map(toStoredConversation), next };
};

/** There is a condition for each team, of which a workspace has few. */
const toTeamFilter = ({ is, isNot }: TeamMatch): { expression: string; values: Record<string, string> } => {
  const ids = is ?? isNot ?? [];
  const list = `team_id IN (${ids.map((_, index) => `:team${index}`).join(', ')})`;
  const values = Object.fromEntries(ids.map((id, index) => [`:team${index}`, id]));
  return { expression: is ? list : `(attribute_not_exists(team_id) OR NOT ${list})`, values };
};

/** The newest come first. The index lags behind the table: a listed conversation may have another status by now. */
export const queryConversationIds = async (
  workspaceId: string,
  status: ConversationStatus,
  page: PageRequest,
): Promise<Page<string>> => {
  const partition = { index: statusIndex, pk: toStatusKey(workspaceId, status) };
  const { items, next } = await queryPage(partition, page);
  return { items: items.map((row) => String(row['sk'])), next };
};

/** The partition key of the status index; every write of `status` sets it too. */
export const toStatusKey = (workspaceId: string, status: ConversationStatus): string =>
  `${keys.conversation(workspaceId, '').pk}#${status}`;

export const toStoredConversation = ({
  pk,
  sk,
  entity,
  request_id,
  status_key,
  change_bit,
  inbox_key,
  inbox_at,
  ...fields
}: Item): StoredConversation => readTrackedFields(fields) as unknown as StoredConversation;
