import type { Channel } from '../../model/channels/channel.ts';
import { type ConversationStatus, isSnoozed, type StoredConversation } from '../../model/conversations/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { assign, withChangeBit } from '../dynamodb/expressions.ts';
import { type TransactionPart, updateIf, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { toStatusKey } from './conversations.ts';
import { toInboxFields, unchangedTeam } from './inbox-fields.ts';
import { newEntryPart, type StoredEntry } from './notes.ts';
import { newSnoozePart, snoozeCondition } from './snoozes.ts';
import { trackedChanges } from './tracked-fields.ts';

/** False if the conversation changed since `before` was read. The entries say what changed, and who changed it. */
export const updateConversation = (
  workspaceId: string,
  before: StoredConversation,
  after: StoredConversation,
  entries: readonly StoredEntry[],
): Promise<boolean> => {
  const { id, channel, contact_id, status, assigned_agent_id, updated_at } = after;
  const { waiting_since, waited_since, snooze, team_id, by_turns } = after;
  const fields = { status, assigned_agent_id, updated_at, status_key: toStatusKey(workspaceId, status) };
  const waits = {
    ...(waiting_since && { waiting_since }),
    ...(waited_since && { waited_since }),
    ...(snooze && { snooze }),
  };
  const tracked = trackedChanges(before, after);
  const removed = [
    ...(waiting_since ? [] : ['waiting_since']),
    ...(snooze || !before.snooze ? [] : ['snooze']),
    ...(team_id || !before.team_id ? [] : ['team_id']),
    ...(by_turns || !before.by_turns ? [] : ['by_turns']),
    ...(after.had_by || !before.had_by ? [] : ['had_by']),
    ...tracked.removed,
  ];
  const [expectedSnooze, team] = [snoozeCondition(before), unchangedTeam(before)];
  // An undo restores the row of one that waits, but its entries are new.
  const noted = waiting_since || snooze ? entries.at(-1)?.id.slice(-12) : undefined;
  const assigned = assign(
    {
      ...fields,
      ...waits,
      ...tracked.fields,
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

/** The first answer assigns an unassigned conversation to the member who wrote it. */
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
