import { ApiError, notFound } from '../../model/api-error.ts';
import { type AddedNote, mentionedMax, type NewNote, type NoteEntry } from '../../model/conversations/timeline.ts';
import { hasRole, type MemberCaller } from '../../model/members/member.ts';
import type { Team } from '../../model/teams/team.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { findNote, putNote, removeNote } from '../../table/conversations/notes.ts';
import { findMemberNames } from '../../table/members/members.ts';
import { findTeams } from '../../table/teams/teams.ts';
import { getStoredConversation } from '../conversations/conversations.ts';

/** Idempotent: a retry of the request has the same id. */
export const addNote = async (
  { workspaceId, userId, name }: MemberCaller,
  conversationId: string,
  id: string,
  { text, mentions = [], team_mentions: teamIds = [] }: NewNote,
): Promise<AddedNote> => {
  const author = { kind: 'member' as const, id: userId, name };
  const [{ contact_id }, known, teams] = await Promise.all([
    getStoredConversation(workspaceId, conversationId),
    findMemberNames(workspaceId, mentions),
    findMentionedTeams(workspaceId, teamIds),
  ]);
  const named = [...new Set([...mentions, ...teams.flatMap(({ member_ids: ids }) => ids)])];
  if (known.size < new Set(mentions).size) {
    throw new ApiError('bad_request', '"mentions" has an id that is not a member of this workspace.');
  }
  if (named.length > mentionedMax)
    throw new ApiError('bad_request', `A note mentions at most ${mentionedMax} members, those of its teams included.`);
  const note: NoteEntry = {
    type: 'note',
    id,
    created_at: isoTime(idTimeMs(id)),
    author,
    text,
    mentions: named,
    ...(teams.length > 0 && { teams: teams.map((team) => team.name) }),
  };
  if ((await putNote(workspaceId, conversationId, note)) === 'no_conversation') throw notFound('conversation');
  return { ...note, contact_id };
};

const findMentionedTeams = async (workspaceId: string, teamIds: readonly string[]): Promise<Team[]> => {
  if (teamIds.length === 0) return [];
  const teams = await findTeams(workspaceId, teamIds);
  if (teams.length < new Set(teamIds).size)
    throw new ApiError('bad_request', '"team_mentions" has an id that is not a team of this workspace.');
  return teams;
};

export const deleteNote = async (
  { workspaceId, userId, role }: MemberCaller,
  conversationId: string,
  noteId: string,
): Promise<{ id: string; deleted: true }> => {
  await getStoredConversation(workspaceId, conversationId);
  const note = await findNote(conversationId, noteId);
  if (!note) throw notFound('note');
  if (note.author.id !== userId && !hasRole(role, 'admin')) {
    throw new ApiError('forbidden', 'Only the author of a note or an Admin can delete it.');
  }
  if (!(await removeNote(workspaceId, conversationId, note))) throw notFound('note');
  return { id: noteId, deleted: true };
};
