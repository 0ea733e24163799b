import { ApiError } from '../../model/api-error.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { addLogFields } from '../log.ts';
import { findAbsence, hasOpenedSince } from '../routing/away-rule.ts';
import { reply } from './reply.ts';

/**
 * Answers a customer's message that asked for it when it was stored. Idempotent, because its id is stored there. All is
 * looked at again: the job may be late, and the customer answered, opted out or erased by now.
 */
export const sendAwayMessage = async (received: StoredMessage): Promise<void> => {
  const { workspace_id: workspaceId, conversation_id: conversationId, away_message_id: id } = received;
  if (id === undefined) return;
  const [conversation, contact] = await Promise.all([
    findConversation(workspaceId, conversationId),
    findContact(workspaceId, received.contact_id),
  ]);
  const isWaiting = conversation?.waiting_since !== undefined && contact !== undefined;
  const absence = isWaiting ? await findAbsence(received, { contact, conversation }) : undefined;
  if (!absence || hasOpenedSince(absence.hours, received.created_at))
    return addLogFields({ outcome: 'dropped', reason: 'no longer away, or nobody waits' });
  const content = { type: 'text' as const, text: absence.text };
  const outgoing = { content, replyToMessageId: undefined, seenMessageId: undefined };
  try {
    await reply(workspaceId, { id, conversationId, outgoing, sender: { type: 'away' } });
  } catch (error) {
    // The plan is used up, the channel disconnected or the contact erased: a retry would not help.
    if (!(error instanceof ApiError)) throw error;
    addLogFields({ outcome: 'dropped', reason: error.code });
  }
};
