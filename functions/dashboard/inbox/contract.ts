import * as z from 'zod/mini';
import {
  firstMessage,
  memberReply,
  newSavedReply,
  newUpload,
  savedReply,
  savedReplyChanges,
} from '../../model/conversations/answering.ts';
import {
  bulkRequest,
  bulkResult,
  conversationWork,
  inboxConversation,
  inboxCounts,
  inboxQuery,
  mention,
  presence,
} from '../../model/conversations/inbox.ts';
import { addedNote, newNote, noteParams, timelineEntry, timelineQuery } from '../../model/conversations/timeline.ts';
import { id, idParams } from '../../model/id.ts';
import { upload } from '../../model/media/upload.ts';
import { defineOperation } from '../operation.ts';

/**
 * The one read that the open inbox repeats: the first page of a view, or the page after `cursor`, and what is new in the
 * conversation on the screen.
 */
export const getInbox = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/inbox',
  role: 'agent',
  status: 200,
  paged: true,
  besides: ['conversation_id', 'since'],
  query: inboxQuery,
  response: () =>
    z.object({
      data: z.object({
        /** Those that wait for an answer, longest first. Other views than `mine`, `unassigned` and `all` have none. */
        waiting: z.array(inboxConversation),
        /** The others, newest first. */
        answered: z.array(inboxConversation),
        /** Oldest first. Only the view `due` has them. */
        mentions: z.array(mention),
        open: z.nullable(z.object({ conversation: inboxConversation, entries: z.array(timelineEntry) })),
      }),
      meta: z.object({ next_cursor: z.nullable(z.string()) }),
    }),
});

export const countInbox = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/inbox/counts',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: inboxCounts }),
});

export const changeConversations = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/inbox/bulk',
  role: 'agent',
  audit: 'conversation.changed',
  status: 200,
  body: bulkRequest,
  response: () => z.object({ data: z.array(bulkResult) }),
});

/** The newest 50 entries, oldest first; 50 before `before`; or at most 50 after `after`. */
export const getTimeline = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/conversations/{id}/timeline',
  role: 'agent',
  status: 200,
  params: idParams,
  query: timelineQuery,
  response: () =>
    z.object({
      data: z.object({ conversation: inboxConversation, entries: z.array(timelineEntry), has_older: z.boolean() }),
    }),
});

/**
 * The message itself records its sender, so an audit entry exists only for a change of status or assignment. 409
 * `conflict` if a colleague has already answered.
 */
export const replyInConversation = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/conversations/{id}/replies',
  role: 'agent',
  audit: 'conversation.changed',
  status: 201,
  params: idParams,
  body: memberReply,
  response: () => z.object({ data: z.object({ conversation: inboxConversation, entry: timelineEntry }) }),
});

/** Starts a conversation with this contact by sending a template. */
export const messageContact = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/inbox/contacts/{id}/messages',
  role: 'agent',
  audit: 'conversation.changed',
  status: 201,
  params: idParams,
  body: firstMessage,
  response: () => z.object({ data: z.object({ conversation_id: id }) }),
});

export const changeConversation = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/conversations/{id}',
  role: 'agent',
  audit: 'conversation.changed',
  status: 200,
  params: idParams,
  body: conversationWork,
  response: () => z.object({ data: inboxConversation }),
});

export const markConversation = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/conversations/{id}/seen',
  role: 'agent',
  status: 200,
  params: idParams,
  body: z.object({ is_opened: z.boolean() }),
  response: () => z.object({ data: z.object({ is_opened: z.boolean() }) }),
});

export const showPresence = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/conversations/{id}/presence',
  role: 'agent',
  status: 200,
  params: idParams,
  body: z.object({ state: z.enum(['looking', 'writing', 'gone']) }),
  response: () => z.object({ data: z.array(presence) }),
});

export const addNote = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/conversations/{id}/notes',
  role: 'agent',
  status: 201,
  params: idParams,
  body: newNote,
  response: () => z.object({ data: addedNote }),
});

/** Only its author or an Admin can delete it. */
export const deleteNote = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/conversations/{id}/notes/{note_id}',
  role: 'agent',
  audit: 'note.deleted',
  status: 200,
  params: noteParams,
  response: () => z.object({ data: z.object({ id, deleted: z.literal(true) }) }),
});

/** A link for one file, which checks its type and size. The reply then names the upload. */
export const createUpload = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/uploads',
  role: 'agent',
  status: 201,
  body: newUpload,
  response: () => z.object({ data: upload }),
});

/** The workspace's shared replies and the caller's own, by name. At most 600, so there are no pages. */
export const listSavedReplies = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/replies',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(savedReply) }),
});

export const createSavedReply = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/replies',
  role: 'agent',
  audit: 'saved_reply.created',
  status: 201,
  body: newSavedReply,
  response: () => z.object({ data: savedReply }),
});

export const updateSavedReply = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/replies/{id}',
  role: 'agent',
  audit: 'saved_reply.changed',
  status: 200,
  params: idParams,
  body: savedReplyChanges,
  response: () => z.object({ data: savedReply }),
});

export const deleteSavedReply = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/replies/{id}',
  role: 'agent',
  audit: 'saved_reply.deleted',
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id, deleted: z.literal(true) }) }),
});
