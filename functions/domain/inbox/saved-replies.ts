import { ApiError, notFound } from '../../model/api-error.ts';
import {
  type NewSavedReply,
  ownRepliesMax,
  type SavedReply,
  type SavedReplyChanges,
  savedRepliesMax,
} from '../../model/conversations/answering.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import * as table from '../../table/inbox/saved-replies.ts';

export const listSavedReplies = async ({ workspaceId, userId }: MemberCaller): Promise<SavedReply[]> =>
  (await table.querySavedReplies(workspaceId, userId)).toSorted(
    (left, right) => left.name.localeCompare(right.name, 'en') || (left.id < right.id ? -1 : 1),
  );

/** Another member's own reply does not exist for the caller. */
export const getSavedReply = async ({ workspaceId, userId }: MemberCaller, id: string): Promise<SavedReply> => {
  const reply = await table.findSavedReply(workspaceId, userId, id);
  if (!reply) throw notFound('saved reply');
  return reply;
};

export const createSavedReply = async (
  caller: MemberCaller,
  id: string,
  fields: NewSavedReply,
): Promise<SavedReply> => {
  const reply = { id, ...fields, created_by: caller.userId, updated_at: isoTime(clock.now()) };
  if ((await table.putSavedReply(caller.workspaceId, reply)) === 'limit_reached') throw limitReached(reply);
  return reply;
};

const limitReached = ({ is_shared }: SavedReply): ApiError =>
  new ApiError(
    'bad_request',
    is_shared
      ? `A workspace shares at most ${savedRepliesMax} saved replies. Delete one first.`
      : `You can keep at most ${ownRepliesMax} saved replies for yourself. Delete one first.`,
  );

/** Shared replies belong to the team: every member can change them. */
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
  // If it became private, it would disappear for the others without explanation.
  if (before.is_shared && !changed.is_shared && before.created_by !== caller.userId)
    throw new ApiError('forbidden', 'Only who made a saved reply can keep it for themselves.');
  const outcome = await table.updateSavedReply(caller.workspaceId, before, changed);
  if (outcome === 'limit_reached') throw limitReached(changed);
  if (outcome === 'gone') throw notFound('saved reply');
  return changed;
};

export const deleteSavedReply = async (caller: MemberCaller, id: string): Promise<{ id: string; deleted: true }> => {
  const reply = await getSavedReply(caller, id);
  if (!(await table.removeSavedReply(caller.workspaceId, reply))) throw notFound('saved reply');
  return { id, deleted: true };
};
