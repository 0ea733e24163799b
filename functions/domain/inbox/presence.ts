import { notFound } from '../../model/api-error.ts';
import type { Presence } from '../../model/conversations/inbox.ts';
import { listPresent, presenceSeconds, presentIn } from '../../model/inbox/presence.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { clock, nowSeconds } from '../../platform/clock.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { endPresence, putPresence, queryPresences } from '../../table/inbox/presence.ts';

/** Records that the caller is looking, writing or gone, and returns who else is there. */
export const showPresence = async (
  { workspaceId, userId, name }: MemberCaller,
  conversationId: string,
  state: Presence['state'] | 'gone',
): Promise<Presence[]> => {
  if (!(await findConversation(workspaceId, conversationId))) throw notFound('conversation');
  const presence = { user_id: userId, name, conversation_id: conversationId, expires: nowSeconds() + presenceSeconds };
  if (state === 'gone') await endPresence(workspaceId, userId, conversationId);
  else await putPresence(workspaceId, { ...presence, state });
  return presentIn(listPresent(await queryPresences(workspaceId), userId, clock.now()), conversationId);
};
