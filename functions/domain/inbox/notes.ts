import { ApiError, notFound } from '../../model/api-error.ts';
import type { AddedNote, NoteEntry } from '../../model/conversations/timeline.ts';
import { hasRole, type MemberCaller } from '../../model/members/member.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { findNote, putNote, removeNote } from '../../table/conversations/notes.ts';
import { findMemberNames } from '../../table/members/members.ts';
import { getConversation } from '../conversations/conversations.ts';

/** Idempotent: a retry of the request has the same id. */
export const addNote = async (
  { workspaceId, userId, name }: MemberCaller,
  conversationId: string,
  id: string,
  { text, mentions = [] }: { text: string; mentions?: string[] | undefined },
): Promise<AddedNote> => {
  const author = { kind: 'member' as const, id: userId, name };
  const named = [...new Set(mentions)];
  const [{ contact_id }, known] = await Promise.all([
    getConversation(workspaceId, conversationId),
    findMemberNames(workspaceId, named),
  ]);
  if (known.size < named.length) {
    throw new ApiError('bad_request', '"mentions" has an id that is not a member of this workspace.');
  }
  const note: NoteEntry = { type: 'note', id, created_at: isoTime(idTimeMs(id)), author, text, mentions: named };
  if ((await putNote(workspaceId, conversationId, note)) === 'no_conversation') throw notFound('conversation');
  return { ...note, contact_id };
};

export const deleteNote = async (
  { workspaceId, userId, role }: MemberCaller,
  conversationId: string,
  noteId: string,
): Promise<{ id: string; deleted: true }> => {
  await getConversation(workspaceId, conversationId);
  const note = await findNote(conversationId, noteId);
  if (!note) throw notFound('note');
  if (note.author.id !== userId && !hasRole(role, 'admin')) {
    throw new ApiError('forbidden', 'Only the author of a note or an Admin can delete it.');
  }
  if (!(await removeNote(workspaceId, conversationId, note))) throw notFound('note');
  return { id: noteId, deleted: true };
};
