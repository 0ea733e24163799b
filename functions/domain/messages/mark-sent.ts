import { isDeepStrictEqual } from 'node:util';
import { isNewestMessage, type StoredConversation, snoozeAfterReply } from '../../model/conversations/conversation.ts';
import { readMark, toMark, toShortId } from '../../model/conversations/tracked.ts';
import { outcomeUnknown } from '../../model/messages/error.ts';
import { statusAfter } from '../../model/messages/message.ts';

import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { updateContactActivity } from '../../table/contacts/contact-writes.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import {
  type AcceptedMessage,
  updateAcceptedMessage,
  updateLastMessage,
  updateUnanswered,
} from '../../table/messages/message-status.ts';
import { findMessage, putChannelMessage, queryMessages, type StoredMessage } from '../../table/messages/messages.ts';

/**
 * Records that the channel accepted the message, idempotently. The message is written last: after a crash before that
 * it is not `sent`, and its first receipt records all of it again. If a receipt has recorded it already, it stays as it
 * is.
 */
export const markSent = async (sent: StoredMessage, channelMessageId: string): Promise<StoredMessage> => {
  await settleAll([
    putChannelMessage(sent, channelMessageId),
    // The list goes on showing what the customer wrote, and that it waits.
    ...(sent.is_away ? [] : [showInConversation(sent), updateContactActivity(sent)]),
  ]);
  let attempts = 0;
  return retryOnConflict(async () => {
    attempts += 1;
    // The first attempt reads nothing: usually the message is unchanged.
    const message = attempts === 1 ? sent : await rereadMessage(sent);
    if (message.channel_message_id !== null) return message;
    const after = toAccepted(message, channelMessageId);
    return (await updateAcceptedMessage(message, after)) ? after : 'conflict';
  });
};

/** A message that failed only because its outcome was unknown was sent after all. */
const toAccepted = (message: StoredMessage, channelMessageId: string): AcceptedMessage => {
  const { error, ...fields } = message;
  return error?.code === outcomeUnknown.code
    ? { ...fields, status: 'sent', channel_message_id: channelMessageId }
    : { ...message, status: statusAfter(message.status, 'sent'), channel_message_id: channelMessageId };
};

export const rereadMessage = async ({ conversation_id, id }: StoredMessage): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, id);
  if (message) return message;
  throw new Error(`Message ${id} does not exist.`);
};

/** The customer may have written, or another send been accepted, while the channel was called. */
const showInConversation = async (message: StoredMessage): Promise<void> => {
  let place: Pick<StoredConversation, 'status' | 'snooze' | 'team_id'> = { status: 'open' };
  const conversation = await retryOnConflict(async () => {
    const found = await updateLastMessage(message, place);
    if (!found || found.last_message_id === message.id) return 'done';
    // A reply shows in a closed, pending or snoozed conversation too, and leaves it that.
    const isPlaced =
      found.status === place.status && found.team_id === place.team_id && isDeepStrictEqual(found.snooze, place.snooze);
    if (!message.is_reply || isPlaced || !isNewestMessage(found, message)) return found;
    place = found;
    return 'conflict';
  });
  if (conversation !== 'done') await lowerUnanswered(message, conversation);
};

/** Lowers them and never raises them: a newer message that was accepted may have ended them and not be `sent` yet. */
const lowerUnanswered = async (message: StoredMessage, found: StoredConversation): Promise<void> => {
  const { workspace_id: workspaceId, conversation_id: conversationId } = message;
  let conversation: StoredConversation | undefined = found;
  await retryOnConflict(async () => {
    conversation ??= await findConversation(workspaceId, conversationId);
    const { items: newestMessages } = await queryMessages(conversationId, { limit: 100, after: undefined });
    const unread = countUnread(newestMessages, message.id);
    if (!conversation || unread === undefined) return 'done';
    const after = { ...conversation, unread_count: Math.min(unread, conversation.unread_count) };
    if (message.is_reply) moveWait(after, newestMessages, message);
    const { sent_by_member_id: memberId } = message;
    if (message.is_reply && memberId) noteAnswer(after, newestMessages, message, memberId);
    if (isDeepStrictEqual(after, conversation)) return 'done';
    if (await updateUnanswered(workspaceId, conversation, after)) return 'done';
    conversation = undefined;
    return 'conflict';
  });
};

/** A customer who wrote again after the reply waits since then. */
const moveWait = (
  conversation: StoredConversation,
  newestMessages: readonly StoredMessage[],
  reply: StoredMessage,
): void => {
  const { waiting_since: since } = conversation;
  const { id: replyId, created_at } = reply;
  if (snoozeAfterReply(conversation, created_at) === undefined) delete conversation.snooze;
  // The first message after the reply may be further back than the newest ones.
  if (since === undefined || newestMessages.every(({ id }) => id > replyId)) return;
  const next = findFirstAfter(newestMessages, replyId);
  if (next === undefined) delete conversation.waiting_since;
  else if (next > since) conversation.waiting_since = next;
};

const findFirstAfter = (newestMessages: readonly StoredMessage[], replyId: string): string | undefined =>
  newestMessages
    .filter(({ id, direction }) => direction === 'inbound' && id > replyId)
    .map(({ sent_at, created_at }) => sent_at ?? created_at)
    .sort()[0];

/** For the reports: an answer by a person, unless a later one was noted or the conversation was closed since. */
const noteAnswer = (
  conversation: StoredConversation,
  newestMessages: readonly StoredMessage[],
  reply: StoredMessage,
  memberId: string,
): void => {
  const { asked_ms: since, began_ms: began = 0, answered } = conversation;
  const atMs = Date.parse(reply.created_at);
  if (atMs < began || (answered !== undefined && readMark(answered).ms >= atMs)) return;
  if (since !== undefined && newestMessages.every(({ id }) => id > reply.id)) return;
  conversation.answered = toMark(atMs, toShortId(memberId));
  const next = since === undefined ? undefined : findFirstAfter(newestMessages, reply.id);
  if (next === undefined) delete conversation.asked_ms;
  else conversation.asked_ms = Date.parse(next);
};

/** Inbound messages since the last accepted one; undefined if that is further back. */
const countUnread = (newestMessages: readonly StoredMessage[], acceptedId: string): number | undefined => {
  const lastOutbound = newestMessages.findIndex(
    ({ id, direction, channel_message_id, is_away }) =>
      id <= acceptedId || (direction === 'outbound' && channel_message_id !== null && !is_away),
  );
  if (lastOutbound < 0) return undefined;
  return newestMessages.slice(0, lastOutbound).filter(({ direction }) => direction === 'inbound').length;
};
