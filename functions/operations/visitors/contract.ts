import * as z from 'zod/mini';
import { idParams } from '../../model/id.ts';
import {
  continuationCode,
  conversationQuery,
  newContext,
  newMessage,
  newPresence,
  newRating,
  newReceipt,
  newVisitorUpload,
  shownConversation,
  signedIdentity,
  typedEmail,
  visitorSocket,
} from '../../model/web-chat/conversation.ts';
import { visitRating } from '../../model/web-chat/visit.ts';
import { defineOperation } from '../operation.ts';

export const postMessage = defineOperation({
  method: 'POST',
  path: '/messages',
  status: 202,
  body: newMessage,
  response: () => z.object({ data: z.object({ id: z.uuid(), sent_at: z.iso.datetime() }) }),
  visitor: { token: 'new' },
});

/** The one read that the page repeats. */
export const readConversation = defineOperation({
  method: 'GET',
  path: '/conversation',
  query: conversationQuery,
  response: () => z.object({ data: shownConversation, next_cursor: z.nullable(z.string()) }),
  visitor: { token: 'optional' },
});

export const createVisitorUpload = defineOperation({
  method: 'POST',
  path: '/uploads',
  status: 201,
  body: newVisitorUpload,
  response: () =>
    z.object({ data: z.object({ id: z.uuid(), url: z.string(), fields: z.record(z.string(), z.string()) }) }),
  visitor: { token: 'new' },
});

export const getVisitorFile = defineOperation({
  method: 'GET',
  path: '/files/{id}',
  status: 302,
  params: idParams,
  response: () => z.object({ data: z.object({ url: z.string() }) }),
  visitor: { token: 'known' },
});

export const postReceipt = defineOperation({
  method: 'POST',
  path: '/receipts',
  status: 202,
  body: newReceipt,
  response: () => z.object({ data: z.object({ received: z.int() }) }),
  visitor: { token: 'known' },
});

export const putPresence = defineOperation({
  method: 'PUT',
  path: '/presence',
  body: newPresence,
  response: () => z.object({ data: newPresence }),
  visitor: { token: 'known' },
});

export const putContext = defineOperation({
  method: 'PUT',
  path: '/context',
  body: newContext,
  response: () => z.object({ data: z.object({ fields: z.record(z.string(), z.string()) }) }),
  visitor: { token: 'known' },
});

export const putEmail = defineOperation({
  method: 'PUT',
  path: '/email',
  body: z.object({ email: typedEmail }),
  response: () => z.object({ data: z.object({ email: z.string() }) }),
  visitor: { token: 'known' },
});

export const signIn = defineOperation({
  method: 'POST',
  path: '/identity',
  body: signedIdentity,
  response: () => z.object({ data: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) }) }),
  visitor: { token: 'new' },
});

export const putRating = defineOperation({
  method: 'PUT',
  path: '/rating',
  body: newRating,
  response: () => z.object({ data: visitRating }),
  visitor: { token: 'known' },
});

/** Where the page listens for hints. */
export const openVisitorSocket = defineOperation({
  method: 'POST',
  path: '/socket',
  response: () => z.object({ data: visitorSocket }),
  visitor: { token: 'known' },
});

/** The token is worth nothing afterwards. */
export const signOut = defineOperation({
  method: 'DELETE',
  path: '/visitor',
  status: 204,
  response: () => z.object({}),
  visitor: { token: 'known' },
});

/** The link of a mail gives its conversation to the token of the page that opened it. */
export const continueConversation = defineOperation({
  method: 'POST',
  path: '/continuations',
  body: continuationCode,
  response: () => z.object({ data: z.object({ continued: z.boolean() }) }),
  visitor: { token: 'new' },
});
