import { ApiError, notFound } from '../../model/api-error.ts';
import {
  type NewSavedReply,
  type SavedReply,
  type SavedReplyChanges,
  savedRepliesMax,
} from '../../model/conversations/answering.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import * as table from '../../table/inbox/saved-replies.ts';

/** Another member's own reply does not exist for the caller. */
const isVisible = ({ is_shared, created_by }: SavedReply, { userId }: MemberCaller): boolean =>
  is_shared || created_by === userId;

export const listSavedReplies = async (caller: MemberCaller): Promise<SavedReply[]> => {
  const replies = await table.querySavedReplies(caller.workspaceId);
  return replies
    .filter((reply) => isVisible(reply, caller))
    .sort((left, right) => left.name.localeCompare(right.name, 'en') || (left.id < right.id ? -1 : 1));
};

export const getSavedReply = async (caller: MemberCaller, id: string): Promise<SavedReply> => {
  const reply = await table.findSavedReply(caller.workspaceId, id);
  if (!reply || !isVisible(reply, caller)) throw notFound('saved reply');
  return reply;
};

export const createSavedReply = async (
  caller: MemberCaller,
  id: string,
  fields: NewSavedReply,
): Promise<SavedReply> => {
  const reply = { id, ...fields, created_by: caller.userId, updated_at: isoTime(clock.now()) };
  if ((await table.putSavedReply(caller.workspaceId, reply)) !== 'limit_reached') return reply;
  throw new ApiError('bad_request', `A workspace has at most ${savedRepliesMax} saved replies. Delete one first.`);
};

/** Shared ones belong to the team: everybody can change them. */
export const updateSavedReply = async (
  caller: MemberCaller,
  id: string,
  { name, text, is_shared }: SavedReplyChanges,
): Promise<SavedReply> => {
  const before = await getSavedReply(caller, id);
  const changed = {
    ...before,
    name: name ?? before.name,
    text: text ?? before.text,
    is_shared: is_shared ?? before.is_shared,
    updated_at: isoTime(clock.now()),
  };
  // Made private, it would vanish for the others without a trace of who has it.
  if (before.is_shared && !changed.is_shared && before.created_by !== caller.userId)
    throw new ApiError('forbidden', 'Only who made a saved reply can keep it for themselves.');
  if (!(await table.updateSavedReply(caller.workspaceId, changed))) throw notFound('saved reply');
  return changed;
};

export const deleteSavedReply = async (caller: MemberCaller, id: string): Promise<{ id: string; deleted: true }> => {
  await getSavedReply(caller, id);
  if (!(await table.removeSavedReply(caller.workspaceId, id))) throw notFound('saved reply');
  return { id, deleted: true };
};
