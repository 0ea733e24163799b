import type { Event } from '../model/deliveries/event.ts';
import { idTimeMs } from '../platform/ids.ts';
import { findContact } from '../table/contacts/contacts.ts';
import { findConversation } from '../table/conversations/conversations.ts';

/** The id of an event about a receipt has the time of the channel's clock. */
const clockSkewMsMax = 60_000;

/** Reads nothing unless a contact of the workspace was erased after the event, or for the event that says so. */
export const isAboutErasedContact = async (
  { id, name, workspaceId, data, test }: Event,
  { contact_erased_at: erasedAt }: { contact_erased_at?: string },
): Promise<boolean> => {
  if (
    test ||
    name === 'contact.deleted' ||
    erasedAt === undefined ||
    idTimeMs(id) > Date.parse(erasedAt) + clockSkewMsMax
  )
    return false;
  const { contact_id: contactId, conversation_id: conversationId } = data;
  if (typeof contactId === 'string') return !(await findContact(workspaceId, contactId));
  return typeof conversationId === 'string' && !(await findConversation(workspaceId, conversationId));
};
