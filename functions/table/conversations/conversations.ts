import type { Channel } from '../../model/channels/channel.ts';
import { type StoredContact, withConversation } from '../../model/contacts/stored-contact.ts';
import { type ConversationStatus, isSnoozed, type StoredConversation } from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { statusIndex } from '../../model/table-index.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign, withChangeBit } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type Consistency, findCurrentItems, findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, updateIf, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { toInboxFields, unchangedTeam } from './inbox-fields.ts';
import { newEntryPart, type StoredEntry } from './notes.ts';
import { newSnoozePart, snoozeCondition } from './snoozes.ts';

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

export const newConversationPart = (workspaceId: string, conversation: StoredConversation): TransactionPart => ({
  Put: {
    Item: {
      ...keys.conversation(workspaceId, conversation.id),
      entity: 'conversation',
      ...requestIdField(),
      ...conversation,
      status_key: toStatusKey(workspaceId, conversation.status),
      // A conversation that we start, perhaps in a broadcast to thousands, enters the inbox with the first answer.
      ...(conversation.waiting_since && toInboxFields(workspaceId, conversation, conversation.waiting_since)),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** The partition key of the status index; every write of `status` sets it too. */
export const toStatusKey = (workspaceId: string, status: ConversationStatus): string =>
  `${keys.conversation(workspaceId, '').pk}#${status}`;

/**
 * Gives an existing contact its first conversation on a channel. `contact.version` is the version that was read: the
 * conversation carries a copy of the contact, so the write fails when the contact changed since.
 */
export const newConversationParts = (
  workspaceId: string,
  contact: StoredContact,
  conversation: StoredConversation,
): TransactionPart[] => [
  newConversationPart(workspaceId, conversation),
  contactConversationPart(workspaceId, contact, conversation),
  ...(conversation.channel === 'msgapp' && contact.phone !== null
    ? [phoneConversationPart(workspaceId, contact.phone, conversation.id)]
    : []),
];

const contactConversationPart = (
  workspaceId: string,
  contact: StoredContact,
  conversation: StoredConversation,
): TransactionPart => {
  const after = withConversation(contact, conversation);
  const { name, channels, updated_at, conversation_ids, last_inbound_at, last_message_at } = after;
  const activity = { ...(last_inbound_at && { last_inbound_at }), ...(last_message_at && { last_message_at }) };
  const fields = { name, channels, updated_at, conversation_ids, ...activity };
  // The contact may have a new name.
  const update = withChangeBit(assign({ ...fields, version: contact.version + 1 }, { ':expected': contact.version }));
  const status = statusUpdate(contact, conversation);
  return {
    Update: {
      Key: keys.contact(workspaceId, contact.id),
      ConditionExpression: '#version = :expected',
      UpdateExpression: `${update.UpdateExpression}, ${status.expression}`,
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...status.names },
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':status': status.value },
    },
  };
};

/** Sets only this channel's status: the others change without a new version of the contact. */
const statusUpdate = (
  contact: StoredContact,
  { channel, status }: StoredConversation,
): { expression: string; names: Record<string, string>; value: unknown } =>
  contact.conversation_statuses
    ? { expression: 'conversation_statuses.#channel = :status', names: { '#channel': channel }, value: status }
    : { expression: 'conversation_statuses = :status', names: {}, value: { [channel]: status } };

const phoneConversationPart = (workspaceId: string, phone: string, conversationId: string): TransactionPart => ({
  Update: {
    Key: keys.phone(workspaceId, phone),
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(conversation_id)',
    ...assign({ conversation_id: conversationId }),
  },
});

/** False if the conversation changed since `before` was read. The entries say what changed, and who changed it. */
export const updateConversation = (
  workspaceId: string,
  before: StoredConversation,
  after: StoredConversation,
  entries: readonly StoredEntry[],
): Promise<boolean> => {
  const { id, channel, contact_id, status, assigned_agent_id, updated_at } = after;
  const { waiting_since, waited_since, snooze, team_id, by_turns, asked_ms, closed_ms } = after;
  const fields = { status, assigned_agent_id, updated_at, status_key: toStatusKey(workspaceId, status) };
  const waits = {
    ...(waiting_since && { waiting_since }),
    ...(waited_since && { waited_since }),
    ...(asked_ms !== undefined && asked_ms !== before.asked_ms && { asked_ms }),
    ...(closed_ms !== undefined && closed_ms !== before.closed_ms && { closed_ms }),
    ...(snooze && { snooze }),
  };
  const removed = [
    ...(waiting_since ? [] : ['waiting_since']),
    ...(snooze || !before.snooze ? [] : ['snooze']),
    ...(team_id || !before.team_id ? [] : ['team_id']),
    ...(by_turns || !before.by_turns ? [] : ['by_turns']),
    ...(after.had_by || !before.had_by ? [] : ['had_by']),
    ...(['asked_ms', 'closed_ms'] as const).filter((name) => before[name] !== undefined && after[name] === undefined),
  ];
  const [expectedSnooze, team] = [snoozeCondition(before), unchangedTeam(before)];
  // An undo restores the row of one that waits, but its entries are new.
  const noted = waiting_since || snooze ? entries.at(-1)?.id.slice(-12) : undefined;
  const assigned = assign(
    {
      ...fields,
      ...waits,
      ...(team_id && { team_id }),
      ...(by_turns && { by_turns }),
      ...(noted && { noted }),
      ...toInboxFields(workspaceId, after, updated_at),
    },
    {
      ':before_status': before.status,
      ':before_agent': before.assigned_agent_id,
      ...(before.waiting_since && { ':waiting': before.waiting_since }),
      ...expectedSnooze.values,
      ...team.values,
    },
  );
  const update = entries.length > 0 ? withChangeBit(assigned) : assigned;
  const newUntil = isSnoozed(after) && snooze !== before.snooze ? snooze?.until : undefined;
  return updateWith(
    {
      Key: keys.conversation(workspaceId, id),
      ...update,
      UpdateExpression: `${update.UpdateExpression}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ConditionExpression:
        '#status = :before_status AND #assigned_agent_id = :before_agent AND ' +
        `${before.waiting_since ? 'waiting_since = :waiting' : 'attribute_not_exists(waiting_since)'} AND ` +
        `${expectedSnooze.condition} AND ${team.condition}`,
    },
    [
      ...(status === before.status ? [] : [contactStatusPart(workspaceId, contact_id, channel, status)]),
      ...entries.map((entry) => newEntryPart(id, entry)),
      ...(newUntil ? [newSnoozePart({ until: newUntil, workspaceId, conversationId: id })] : []),
    ],
  );
};

/** Assigns an unassigned conversation to the member who answers it. */
export interface Taking {
  memberId: string;
  /** The timeline entry. It is passed in, so other senders need no permission to write it. */
  entryPart: TransactionPart;
}

/** Written with an answer. With a guard it fails if another answer was stored since the conversation was read. */
export const answerParts = (
  workspaceId: string,
  { id, last_answer_id: before }: StoredConversation,
  answerId: string | undefined,
  taking: Taking | undefined,
): TransactionPart[] => {
  if (answerId === undefined && !taking) return [];
  const assigned = assign(
    {
      ...(answerId && { last_answer_id: answerId }),
      ...(taking && { assigned_agent_id: taking.memberId, updated_at: isoTime(clock.now()) }),
    },
    { ...(answerId && before && { ':before': before }), ...(taking && { ':null': 'NULL' }) },
  );
  const unanswered = before ? 'last_answer_id = :before' : 'attribute_not_exists(last_answer_id)';
  return [
    {
      Update: {
        Key: keys.conversation(workspaceId, id),
        ...(taking ? withChangeBit(assigned) : assigned),
        ConditionExpression: [
          taking ? 'attribute_type(#assigned_agent_id, :null)' : 'attribute_exists(pk)',
          ...(answerId ? [unanswered] : []),
        ].join(' AND '),
      },
    },
    ...(taking ? [taking.entryPart] : []),
  ];
};

/** The mark means that no member has opened it yet. False if it does not exist. */
export const markConversation = async (
  workspaceId: string,
  id: string,
  unseen: string | undefined,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.conversation(workspaceId, id),
    ConditionExpression: 'attribute_exists(pk)',
    ...(unseen === undefined ? { UpdateExpression: 'REMOVE unseen' } : assign({ unseen })),
  });
  return written;
};

/** Gives a conversation that waits to a member. False if it no longer waits in its team, or if the turn has changed. */
export const giveConversation = (
  workspaceId: string,
  { id, team_id, waiting_since }: StoredConversation,
  memberId: string,
  entry: StoredEntry,
  turn: TransactionPart,
): Promise<boolean> => {
  const given = assign(
    { assigned_agent_id: memberId, updated_at: entry.created_at, noted: entry.id.slice(-12) },
    { ':team': team_id, ':waiting': waiting_since, ':open': 'open', ':null': 'NULL' },
  );
  const update = withChangeBit(given);
  return updateWith(
    {
      Key: keys.conversation(workspaceId, id),
      ...update,
      UpdateExpression: `${update.UpdateExpression} REMOVE had_by`,
      ConditionExpression:
        'attribute_type(#assigned_agent_id, :null) AND #status = :open AND team_id = :team AND ' +
        'waiting_since = :waiting AND (attribute_not_exists(snooze) OR attribute_exists(snooze.ended_at))',
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' },
    },
    [newEntryPart(id, entry), turn],
  );
};

/** Says whether the team of a conversation assigns by turns. Does nothing if it has another team by now. */
export const markByTurns = async (
  workspaceId: string,
  id: string,
  teamId: string,
  isByTurns: boolean,
): Promise<void> => {
  await updateIf({
    Key: keys.conversation(workspaceId, id),
    ConditionExpression: 'team_id = :team',
    UpdateExpression: isByTurns ? 'SET by_turns = :on' : 'REMOVE by_turns, had_by',
    ExpressionAttributeValues: { ':team': teamId, ...(isByTurns && { ':on': true }) },
  });
};

/** Does nothing if the conversation is assigned to someone else by now. */
export const unassignConversation = async (workspaceId: string, id: string, agentId: string): Promise<void> => {
  await updateIf({
    Key: keys.conversation(workspaceId, id),
    ConditionExpression: '#assigned_agent_id = :agent',
    ...withChangeBit(assign({ assigned_agent_id: null, updated_at: isoTime(clock.now()) }, { ':agent': agentId })),
  });
};

export const contactStatusPart = (
  workspaceId: string,
  contactId: string,
  channel: Channel,
  status: ConversationStatus,
): TransactionPart => ({
  Update: {
    Key: keys.contact(workspaceId, contactId),
    ConditionExpression: 'attribute_exists(conversation_statuses)',
    UpdateExpression: 'SET conversation_statuses.#channel = :status',
    ExpressionAttributeNames: { '#channel': channel },
    ExpressionAttributeValues: { ':status': status },
  },
});

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
}: Item): StoredConversation => fields as unknown as StoredConversation;
