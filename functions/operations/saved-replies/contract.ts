import * as z from 'zod/mini';
import { newSavedReply, savedReply, savedReplyChanges } from '../../model/conversations/answering.ts';
import { id, idParams } from '../../model/id.ts';
import { defineOperation } from '../operation.ts';

/** The workspace's shared replies and the caller's own, by name. At most 600, so there are no pages. */
export const listSavedReplies = defineOperation({
  method: 'GET',
  path: '/saved-replies',
  response: () => z.object({ data: z.array(savedReply) }),
  member: { role: 'agent' },
});

export const createSavedReply = defineOperation({
  method: 'POST',
  path: '/saved-replies',
  status: 201,
  body: newSavedReply,
  response: () => z.object({ data: savedReply }),
  member: { role: 'agent', audit: 'saved_reply.created' },
});

export const updateSavedReply = defineOperation({
  method: 'PATCH',
  path: '/saved-replies/{id}',
  params: idParams,
  body: savedReplyChanges,
  response: () => z.object({ data: savedReply }),
  member: { role: 'agent', audit: 'saved_reply.changed' },
});

export const deleteSavedReply = defineOperation({
  method: 'DELETE',
  path: '/saved-replies/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id, deleted: z.literal(true) }) }),
  member: { role: 'agent', audit: 'saved_reply.deleted' },
});
