import * as z from 'zod/mini';
import { firstMessage, newUpload } from '../../model/conversations/answering.ts';
import {
  bulkRequest,
  bulkResult,
  inboxConversation,
  inboxCounts,
  inboxQuery,
  mention,
} from '../../model/conversations/inbox.ts';
import { timelineEntry } from '../../model/conversations/timeline.ts';
import { id, idParams } from '../../model/id.ts';
import { upload } from '../../model/media/upload.ts';
import { webVisit } from '../../model/web-chat/visit.ts';
import { defineOperation } from '../operation.ts';

/**
 * The one read that the open inbox repeats: the first page of a view, or the page after `cursor`, and what is new in the
 * conversation on the screen.
 */
export const getInbox = defineOperation({
  method: 'GET',
  path: '/inbox',
  paged: true,
  besides: ['conversation_id', 'since', 'changed', 'known', 'presence', 'counts'],
  query: inboxQuery,
  response: () =>
    z.object({
      data: z.object({
        /** Conversations that wait for an answer, longest first. Other views than `mine`, `unassigned` and `all` have none. */
        waiting: z.array(inboxConversation),
        /** Conversations that do not wait, newest first. */
        answered: z.array(inboxConversation),
        /** Oldest first. Only the view `due` has them. */
        mentions: z.array(mention),
        open: z.nullable(z.object({ conversation: inboxConversation, entries: z.array(timelineEntry) })),
        /** Set with `changed` and `known`: the whole list, of which `waiting` and `answered` then have only what changed. */
        ids: z.nullable(z.object({ waiting: z.array(z.uuid()), answered: z.array(z.uuid()) })),
        rows_version: z.string(),
        counts: z.nullable(inboxCounts),
      }),
      meta: z.object({ next_cursor: z.nullable(z.string()) }),
    }),
  member: { role: 'agent' },
});

export const countInbox = defineOperation({
  method: 'GET',
  path: '/inbox/counts',
  response: () => z.object({ data: inboxCounts }),
  member: { role: 'agent' },
});

export const updateConversations = defineOperation({
  method: 'POST',
  path: '/inbox/bulk',
  body: bulkRequest,
  response: () => z.object({ data: z.array(bulkResult) }),
  member: { role: 'agent', audit: 'conversation.changed' },
});

/** Null unless a visitor of the web chat has it. */
export const getVisit = defineOperation({
  method: 'GET',
  path: '/inbox/conversations/{id}/visit',
  params: idParams,
  response: () => z.object({ data: z.nullable(webVisit) }),
  member: { role: 'agent' },
});

/** Starts a conversation with this contact by sending a template. */
export const messageContact = defineOperation({
  method: 'POST',
  path: '/inbox/contacts/{id}/messages',
  status: 201,
  params: idParams,
  body: firstMessage,
  response: () => z.object({ data: z.object({ conversation_id: id }) }),
  member: { role: 'agent', audit: 'conversation.changed', sends: true },
});

/** A link for one file, which checks its type and size. The reply then names the upload. */
export const createUpload = defineOperation({
  method: 'POST',
  path: '/uploads',
  status: 201,
  body: newUpload,
  response: () => z.object({ data: upload }),
  member: { role: 'agent' },
});
