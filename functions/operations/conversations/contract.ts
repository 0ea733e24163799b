import * as z from 'zod/mini';
import { memberReply } from '../../model/conversations/answering.ts';
import { conversation, conversationChanges, conversationStatuses } from '../../model/conversations/conversation.ts';
import { conversationWork, inboxConversation, presence } from '../../model/conversations/inbox.ts';
import { textSearch } from '../../model/conversations/text-search.ts';
import { addedNote, newNote, noteParams, timelineEntry, timelineQuery } from '../../model/conversations/timeline.ts';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { id, idParams } from '../../model/id.ts';
import { sendErrorCodes } from '../../model/messages/error.ts';
import { message, replyResult } from '../../model/messages/message.ts';
import { outgoingReply } from '../../model/messages/outgoing-message.ts';
import { sendGrants } from '../../model/messages/send-grants.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listConversations = defineOperation({
  method: 'GET',
  path: '/conversations',
  paged: true,
  query: z.object({
    status: z.optional(z.enum(conversationStatuses)),
    contact_id: z.optional(id),
    /** Validated in the domain: an unknown channel has its own error code. */
    channel: z.optional(z.string()),
    assigned_agent_id: z.optional(z.union([z.literal('none'), id], { error: 'must be the id of a member, or none' })),
    team_id: z.optional(z.union([z.literal('none'), id], { error: 'must be the id of a team, or none' })),
    waiting: z.optional(z.literal('true')),
    /** Keys need the scope `messages:read` for it, too. */
    search: z.optional(textSearch),
  }),
  response: () => listResponse(conversation),
  key: {
    access: 'conversations:read',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'BatchWriteItem'),
      'index:conversation',
      'index:inbox',
      ...reads('contact', 'conversation', 'knownWords', 'message', 'team'),
      ...manages('textWord'),
    ],
    errorCodes: ['invalid_request'],
  },
  member: { role: 'agent' },
});

export const getConversation = defineOperation({
  method: 'GET',
  path: '/conversations/{id}',
  params: idParams,
  response: () => z.object({ data: conversation }),
  key: {
    access: 'conversations:read',
    grants: [...calls('GetItem', 'BatchGetItem'), ...reads('conversation', 'team')],
  },
});

export const updateConversation = defineOperation({
  method: 'PATCH',
  path: '/conversations/{id}',
  params: idParams,
  body: conversationChanges,
  response: () => z.object({ data: conversation }),
  key: {
    access: 'conversations:write',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'),
      ...reads('member', 'team'),
      ...writes('contact', 'note', 'snooze'),
      ...manages('conversation'),
    ],
  },
  member: { role: 'agent', audit: 'conversation.changed' },
});

export const listMessages = defineOperation({
  method: 'GET',
  path: '/conversations/{id}/messages',
  paged: true,
  params: idParams,
  response: () => listResponse(message),
  key: {
    access: 'messages:read',
    grants: [...calls('GetItem', 'Query'), ...reads('conversation', 'message')],
  },
});

/**
 * The message itself records its sender, so an audit entry exists only for a change of status or assignment. 409
 * `conflict` if a colleague has already answered.
 */
export const replyToConversation = defineOperation({
  method: 'POST',
  path: '/conversations/{id}/messages',
  status: 201,
  params: idParams,
  body: outgoingReply,
  response: () => z.object({ data: replyResult }),
  key: {
    access: 'messages:send',
    grants: sendGrants,
    errorCodes: sendErrorCodes,
    errorHeaders: {
      bad_request: ['X-Newer-Message-Id'],
      platform_error: ['X-Channel-Error-Code', 'X-Message-Id', 'Retry-After'],
    },
  },
  member: { role: 'agent', audit: 'conversation.changed', sends: true },
});

/** The newest 50 entries, oldest first; 50 before `before`; or at most 50 after `after`. */
export const getTimeline = defineOperation({
  method: 'GET',
  path: '/conversations/{id}/timeline',
  params: idParams,
  query: timelineQuery,
  response: () =>
    z.object({
      data: z.object({ conversation: inboxConversation, entries: z.array(timelineEntry), has_older: z.boolean() }),
    }),
  member: { role: 'agent' },
});

export const markConversation = defineOperation({
  method: 'POST',
  path: '/conversations/{id}/seen',
  params: idParams,
  body: z.object({ is_opened: z.boolean() }),
  response: () => z.object({ data: z.object({ is_opened: z.boolean() }) }),
  member: { role: 'agent' },
});

export const showPresence = defineOperation({
  method: 'POST',
  path: '/conversations/{id}/presence',
  params: idParams,
  body: z.object({ state: z.enum(['looking', 'writing', 'gone']) }),
  response: () => z.object({ data: z.array(presence) }),
  member: { role: 'agent' },
});

export const addNote = defineOperation({
  method: 'POST',
  path: '/conversations/{id}/notes',
  status: 201,
  params: idParams,
  body: newNote,
  response: () => z.object({ data: addedNote }),
  member: { role: 'agent' },
});

/** Only its author or an Admin can delete it. */
export const deleteNote = defineOperation({
  method: 'DELETE',
  path: '/conversations/{id}/notes/{note_id}',
  params: noteParams,
  response: () => z.object({ data: z.object({ id, deleted: z.literal(true) }) }),
  member: { role: 'agent', audit: 'note.deleted' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  listConversations: {
    query: z.object({ search: z._default(textSearch, '') }),
    response: () => listResponse(inboxConversation),
  },
  updateConversation: { body: conversationWork, response: () => z.object({ data: inboxConversation }) },
  replyToConversation: {
    body: memberReply,
    response: () => z.object({ data: z.object({ conversation: inboxConversation, entry: timelineEntry }) }),
  },
};
