import { notFound } from '../../model/api-error.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Presence } from '../../model/conversations/inbox.ts';
import { listPresent, presenceSeconds, presentIn, type StoredPresence } from '../../model/inbox/presence.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { toPerson } from '../../model/web-chat/person.ts';
import { clock, nowSeconds } from '../../platform/clock.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { endPresence, putPresence, queryPresences } from '../../table/inbox/presence.ts';
import { publishHints } from '../hints/publish.ts';
import { publishToVisitors } from '../hints/publish-to-visitors.ts';

/** Records that the caller is looking, writing or gone, tells open pages, and returns who else is there. */
export const showPresence = async (
  { workspaceId, userId, name }: MemberCaller,
  conversationId: string,
  state: Presence['state'] | 'gone',
): Promise<{ data: Presence[] }> => {
  const conversation = await findConversation(workspaceId, conversationId);
  if (!conversation) throw notFound('conversation');
  if (state === 'gone') await endPresence(workspaceId, userId, conversationId);
  else await putPresence(workspaceId, toStored({ userId, name }, conversationId, state, presenceSeconds.called));
  const hint = { kind: 'presence', id: conversationId, user_id: userId, state } as const;
  const [presences] = await Promise.all([
    queryPresences(workspaceId),
    publishHints([{ workspaceId, hint }]),
    ...(state === 'writing' ? [tellVisitor(workspaceId, conversation, name)] : []),
  ]);
  return { data: presentIn(listPresent(presences, userId, clock.now()), conversationId) };
};

/** A visitor of the web chat sees that somebody writes. Other channels have no such sign. */
const tellVisitor = async (
  workspaceId: string,
  { channel, contact_id: contactId }: StoredConversation,
  name: string,
): Promise<void> => {
  if (channel !== 'web') return;
  await publishToVisitors([{ workspaceId, contactId, hint: { kind: 'typing', name: toPerson(name).name } }]);
};

/** The read that an open inbox repeats says where the person is. Nobody is told, because nothing changed. */
export const keepPresence = async (
  { workspaceId, userId, name }: MemberCaller,
  conversationId: string,
  state: Presence['state'],
): Promise<void> => putPresence(workspaceId, toStored({ userId, name }, conversationId, state, presenceSeconds.read));

const toStored = (
  { userId, name }: Pick<MemberCaller, 'userId' | 'name'>,
  conversationId: string,
  state: Presence['state'],
  seconds: number,
): StoredPresence => ({
  user_id: userId,
  name,
  conversation_id: conversationId,
  state,
  expires: nowSeconds() + seconds,
});
