import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { ShownConversation } from '../../model/web-chat/conversation.ts';
import type { WebVisit } from '../../model/web-chat/visit.ts';

/** A conversation is rated once each time it is closed: what the visitor wrote last tells one time from the next. */
const isRated = ({ last_inbound_at: at }: StoredConversation, visit: WebVisit | undefined): boolean =>
  visit?.rating != null && visit.rating.at >= (at ?? '');

export const canRate = (conversation: StoredConversation | undefined, visit: WebVisit | undefined): boolean =>
  conversation?.status === 'closed' && conversation.last_inbound_at !== null && !isRated(conversation, visit);

export const toRating = (
  conversation: StoredConversation | undefined,
  visit: WebVisit | undefined,
): ShownConversation['rating'] =>
  conversation?.status === 'closed' && visit?.rating && isRated(conversation, visit)
    ? { score: visit.rating.score, text: visit.rating.text }
    : null;
