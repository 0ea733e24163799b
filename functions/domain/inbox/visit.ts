import { notFound } from '../../model/api-error.ts';
import type { WebVisit } from '../../model/web-chat/visit.ts';
import { clock } from '../../platform/clock.ts';
import { listUserIds } from '../../table/channels/users.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findVisits } from '../../table/web-chat/visits.ts';

/** A signed-in customer has a visit on each device. More would be no help to an agent. */
const visitorsMax = 20;

/** The last visit of the customer to the website. Null for other channels, and where the website's own server writes. */
export const getVisit = async (workspaceId: string, conversationId: string): Promise<WebVisit | null> => {
  const conversation = await findConversation(workspaceId, conversationId);
  if (!conversation) throw notFound('conversation');
  const contact = conversation.channel === 'web' ? await findContact(workspaceId, conversation.contact_id) : undefined;
  const visitorIds = contact ? listUserIds(contact, 'web').filter((id) => id.startsWith('visitor_')) : [];
  const [visit = null] = visitorIds.length === 0 ? [] : await findVisits(workspaceId, visitorIds.slice(-visitorsMax));
  return visit && { ...visit, state: isHere(visit) ? 'here' : 'left' };
};

/** Open pages say every minute that they are there. A browser that crashed says nothing. */
const hereMsMax = 3 * 60_000;

const isHere = ({ state, seen_at }: WebVisit): boolean =>
  state === 'here' && clock.now() - Date.parse(seen_at) < hereMsMax;
