import { ApiError } from '../../model/api-error.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { ShownConversation } from '../../model/web-chat/conversation.ts';
import type { WebVisit } from '../../model/web-chat/visit.ts';
import type { KnownVisitor } from '../../model/web-chat/visitor.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { deriveId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { putRating } from '../../table/web-chat/ratings.ts';
import { findVisits } from '../../table/web-chat/visits.ts';
import { newRating } from '../conversations/entries.ts';

/** A conversation is rated once each time it is closed: what the visitor wrote last tells one time from the next. */
const isRated = ({ last_inbound_at: at }: StoredConversation, visit: WebVisit | undefined): boolean =>
  visit?.rating != null && visit.rating.at >= (at ?? '');

const isClosed = (conversation: StoredConversation | undefined): conversation is StoredConversation =>
  conversation?.status === 'closed' && conversation.last_inbound_at !== null;

export const canRate = (conversation: StoredConversation | undefined, visit: WebVisit | undefined): boolean =>
  isClosed(conversation) && !isRated(conversation, visit);

export const toRating = (
  conversation: StoredConversation | undefined,
  visit: WebVisit | undefined,
): ShownConversation['rating'] =>
  isClosed(conversation) && visit?.rating && isRated(conversation, visit)
    ? { score: visit.rating.score, text: visit.rating.text }
    : null;

interface Rating {
  score: number;
  text?: string | undefined;
}

/** The words may follow the score. Both are one entry of the thread, which a repeat replaces. */
export const rateConversation = async (
  { site, visitor }: KnownVisitor,
  { score, text }: Rating,
): Promise<{ score: number; text: string | null }> => {
  const { workspaceId } = site;
  const rating = { score, text: text || null };
  await retryOnConflict(async () => {
    const [pointer, [visit]] = await Promise.all([
      findVisitorPointer(workspaceId, visitor.visitor_id),
      findVisits(workspaceId, [visitor.visitor_id]),
    ]);
    const { conversationId = '' } = pointer ?? {};
    const conversation = pointer && (await findConversation(workspaceId, conversationId));
    if (!isClosed(conversation)) throw new ApiError('bad_request', 'The conversation is still open.');
    const before = isRated(conversation, visit) ? visit?.rating?.at : undefined;
    const at = before ?? isoTime(clock.now());
    const id = deriveId(Date.parse(at), `rating of ${conversationId} at ${at}`);
    const entry = { ...newRating(rating), id, created_at: at };
    const change = { visitorId: visitor.visitor_id, conversation, entry, rating: { ...rating, at }, before };
    return (await putRating(workspaceId, change)) || 'conflict';
  });
  return rating;
};
