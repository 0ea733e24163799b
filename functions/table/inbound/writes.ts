import { readReply } from '../../model/broadcasts/reply.ts';
import { laterTime, type StoredContact } from '../../model/contacts/stored-contact.ts';
import { type StoredConversation, waitsForMember } from '../../model/conversations/conversation.ts';
import type { InboundTarget } from '../../model/inbound/target.ts';
import { type ChannelUser, channelUserPart, toUserAlias } from '../channels/users.ts';
import { aliasPart, newContactParts } from '../contacts/contact-writes.ts';
import { toStatusKey } from '../conversations/conversations.ts';
import { toInboxFields, unchangedTeam } from '../conversations/inbox-fields.ts';
import { newConversationPart, newConversationParts } from '../conversations/new-conversation.ts';
import { newEntryPart, type StoredEntry } from '../conversations/notes.ts';
import { snoozeCondition } from '../conversations/snoozes.ts';
import { trackedChanges, unchangedTracked } from '../conversations/tracked-fields.ts';
import { incrementCountersPart } from '../counters.ts';
import { assignForwardOnly, withChangeBit } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { newMediaPart } from '../media/media.ts';
import { channelMessagePart, newMessagePart, type StoredMessage } from '../messages/messages.ts';

export interface NewInboundMessage {
  message: StoredMessage & { channel_message_id: string };
  target: InboundTarget;
  newChannelUser: ChannelUser | undefined;
  /** The other effects of the message, such as reopening its conversation. */
  entries: readonly StoredEntry[];
  /** The message asks for no more broadcasts. */
  optsOut: boolean;
}

export const putInboundMessage = async ({
  message,
  target,
  newChannelUser,
  entries,
  optsOut,
}: NewInboundMessage): Promise<'stored' | 'already_stored' | 'conflict'> => {
  const result = await transact([
    channelMessagePart(message, message.channel_message_id),
    newMessagePart(message),
    ...(newChannelUser
      ? [
          ...withAlias(message.workspace_id, targetParts(message, target, optsOut), newChannelUser),
          channelUserPart(message.workspace_id, newChannelUser),
        ]
      : targetParts(message, target, optsOut)),
    ...mediaParts(message),
    ...entries.map((entry) => newEntryPart(message.conversation_id, entry)),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'already_stored' : 'conflict';
};

/** The first file of several is copied: `media_url` is one address. */
const mediaParts = ({ id: message_id, media: [source] = [], ...message }: StoredMessage): TransactionPart[] => {
  const { workspace_id, conversation_id, channel } = message;
  const ids = { workspace_id, message_id, conversation_id };
  return source ? [newMediaPart({ ...ids, channel, source, status: 'pending', attempts: 0 })] : [];
};

/** Notes the new user id in the contact. A transaction may touch an item once, so the part that writes it does both. */
const withAlias = (workspaceId: string, parts: TransactionPart[], user: ChannelUser): TransactionPart[] => {
  const { pk, sk } = keys.contact(workspaceId, user.contactId);
  const alias = toUserAlias(workspaceId, user);
  const aliases = new Set([alias]);
  let isNoted = false;
  const noted = parts.map((part): TransactionPart => {
    if ('Put' in part && part.Put.Item?.['pk'] === pk && part.Put.Item['sk'] === sk) {
      isNoted = true;
      return { Put: { ...part.Put, Item: { ...part.Put.Item, aliases } } };
    }
    if ('Update' in part && part.Update.Key?.['pk'] === pk && part.Update.Key['sk'] === sk) {
      isNoted = true;
      const { UpdateExpression, ExpressionAttributeValues } = part.Update;
      return {
        Update: {
          ...part.Update,
          UpdateExpression: `${UpdateExpression} ADD aliases :aliases`,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':aliases': aliases },
        },
      };
    }
    return part;
  });
  return isNoted ? noted : [...parts, aliasPart(workspaceId, user.contactId, alias)];
};

const targetParts = (message: StoredMessage, target: InboundTarget, optsOut: boolean): TransactionPart[] => {
  const { contact, conversation } = target;
  switch (target.kind) {
    case 'existing_conversation': {
      const { awaiting_reply: awaited } = target.before;
      const sentMs = Date.parse(message.sent_at ?? message.created_at);
      const reply = awaited && readReply(awaited, { sentMs, optsOut });
      return [
        conversationPart(message, target.before, conversation, reply),
        ...replyParts(message.workspace_id, target.before, reply),
        ...activityParts(message, contact, conversation),
      ];
    }
    case 'new_conversation':
      return newConversationParts(message.workspace_id, contact, conversation);
    case 'new_contact':
      return [
        ...newContactParts(message.workspace_id, contact),
        newConversationPart(message.workspace_id, conversation),
      ];
  }
};

const conversationPart = (
  { workspace_id, id: messageId, created_at }: StoredMessage,
  before: StoredConversation,
  after: StoredConversation,
  reply: Reply | undefined,
): TransactionPart => {
  const { id, status, last_message_text, last_message_id, last_inbound_at, updated_at, waiting_since } = after;
  const { unseen, last_message, snooze, away_at, assigned_agent_id, had_by } = after;
  const tracked = trackedChanges(before, after);
  const isReturned = assigned_agent_id !== before.assigned_agent_id;
  const isAway = away_at !== before.away_at;
  const isLast = last_message_id === messageId;
  const reopens = before.status !== status;
  const forward = assignForwardOnly(
    {
      updated_at,
      unseen,
      ...tracked.fields,
      ...(isAway && { away_at }),
      ...(reply?.awaits && { awaiting_reply: reply.awaits }),
      ...(isReturned && { assigned_agent_id, had_by }),
      ...(isLast ? { last_message_text, last_message } : {}),
      ...(reopens ? { status, status_key: toStatusKey(workspace_id, status) } : {}),
      ...(waiting_since === before.waiting_since ? {} : { waiting_since }),
      ...(snooze === before.snooze ? {} : { snooze }),
      ...(waiting_since === before.waiting_since && snooze === before.snooze
        ? {}
        : toInboxFields(workspace_id, after, updated_at)),
    },
    {
      ...(isLast ? { last_message_at: created_at, last_message_id: messageId } : {}),
      ...(last_inbound_at === null || last_inbound_at === before.last_inbound_at ? {} : { last_inbound_at }),
    },
  );
  const isQueued = before.by_turns && !waitsForMember(before) && waitsForMember(after);
  const update = reopens || isQueued ? withChangeBit(forward) : forward;
  const expectedReply = replyCondition(before);
  const removed = [...(reply && !reply.awaits ? ['awaiting_reply'] : []), ...tracked.removed];
  const asked = unchangedTracked(before, 'asked_ms');
  const expectedSnooze = snoozeCondition(before);
  const isDue = before.away_at ? ' AND away_at = :away_before' : ' AND attribute_not_exists(away_at)';
  const waiting = before.waiting_since ? 'waiting_since = :waiting' : 'attribute_not_exists(waiting_since)';
  const team = unchangedTeam(before);
  return {
    Update: {
      Key: keys.conversation(workspace_id, id),
      UpdateExpression: `${update.UpdateExpression} ADD unread_count :one${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ConditionExpression:
        `${update.ConditionExpression} AND #status = :expected_status AND ${waiting} AND ${expectedSnooze.condition} AND ` +
        `${asked.condition} AND ${team.condition}${expectedReply.condition}${isAway ? isDue : ''}${isReturned ? ' AND assigned_agent_id = :returned' : ''}`,
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' },
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':one': 1,
        ':expected_status': before.status,
        ...(before.waiting_since && { ':waiting': before.waiting_since }),
        ...asked.values,
        ...expectedSnooze.values,
        ...(isReturned && { ':returned': before.assigned_agent_id }),
        ...(isAway && before.away_at && { ':away_before': before.away_at }),
        ...team.values,
        ...expectedReply.values,
      },
    },
  };
};

type Reply = ReturnType<typeof readReply>;

const replyParts = (
  workspaceId: string,
  { awaiting_reply: shard }: StoredConversation,
  reply: Reply | undefined,
): TransactionPart[] =>
  shard && reply && Object.keys(reply.counts).length > 0
    ? [incrementCountersPart(workspaceId, shard, reply.counts)]
    : [];

/** If several messages race, exactly one counts as the reply. */
const replyCondition = ({ awaiting_reply: shard }: StoredConversation) =>
  shard
    ? {
        condition: ` AND awaiting_reply.broadcast_id = :broadcast${shard.is_replied ? '' : ' AND attribute_not_exists(awaiting_reply.is_replied)'}`,
        values: { ':broadcast': shard.broadcast_id },
      }
    : { condition: '', values: {} };

/** The contact's copy of the activity. A conversation on another channel may have moved it further already. */
const activityParts = (
  { workspace_id, created_at }: StoredMessage,
  contact: StoredContact,
  { channel, status, last_message_at, last_inbound_at }: StoredConversation,
): TransactionPart[] => {
  const { conversation_statuses: statuses = {} } = contact;
  const fields = statuses[channel] === status ? {} : { conversation_statuses: { ...statuses, [channel]: status } };
  const times = {
    ...(last_message_at === created_at ? newerTime('last_message_at', contact, created_at) : {}),
    ...(last_inbound_at === null ? {} : newerTime('last_inbound_at', contact, last_inbound_at)),
  };
  if (Object.keys({ ...fields, ...times }).length === 0) return [];
  return [{ Update: { Key: keys.contact(workspace_id, contact.id), ...assignForwardOnly(fields, times) } }];
};

const newerTime = (name: 'last_message_at' | 'last_inbound_at', contact: StoredContact, time: string) =>
  laterTime(time, contact[name]) === contact[name] ? {} : { [name]: time };
