import type { Event } from '../../model/deliveries/event.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import type { StoredWebhook } from '../../table/webhooks/webhooks.ts';

/** The id of an event about a receipt has the time of the channel's clock. */
const clockSkewMsMax = 60_000;

/** Reads nothing unless a contact of the workspace was erased after the event. */
export const isAboutErasedContact = async (
  { id, workspaceId, data }: Event,
  { contact_erased_at: erasedAt }: StoredWebhook,
): Promise<boolean> => {
  if (erasedAt === undefined || idTimeMs(id) > Date.parse(erasedAt) + clockSkewMsMax) return false;
  const { contact_id: contactId, conversation_id: conversationId } = data;
  if (typeof contactId === 'string') return !(await findContact(workspaceId, contactId));
  return typeof conversationId === 'string' && !(await findConversation(workspaceId, conversationId));
};
