import { toNetwork } from '../dashboard/router.ts';
import { readVisitor } from '../dashboard/visitor.ts';
import { identifyCaller } from '../domain/web-chat/visitors.ts';
import { type Middleware, readHeader } from '../http/middleware.ts';
import type { Caller, CallMiddleware } from '../http/request.ts';
import { spendRequests } from '../http/request-limits.ts';
import { ApiError, notFound } from '../model/api-error.ts';
import type { VisitorCaller } from '../model/web-chat/visitor.ts';
import { env } from '../platform/env.ts';
import { addLogFields } from '../platform/log/invocation-trace.ts';
import { siteLimit, visitorLimit } from './visitor-limits.ts';

export type ChatCaller = Caller & VisitorCaller;

/** Whatever is wrong with a token, the answer is the same. */
export const authenticateVisitor = (needed: 'known' | 'new' | 'optional'): CallMiddleware<ChatCaller> => ({
  before: async ({ internal }) => {
    const { event } = internal;
    const siteId = event.pathParameters?.['site_id'] ?? '';
    spendRequests(`site ${siteId}`, siteLimit);
    const [, token] = /^Bearer (vt_[\w-]{43})$/.exec(readHeader(event, 'authorization') ?? '') ?? [];
    if (token === undefined && needed !== 'optional') throw unknownToken();
    const caller = await identifyCaller(siteId, token, toNetworkOf(readVisitor(event).address));
    if (caller?.visitor) spendRequests(caller.sha256, visitorLimit);
    if (needed === 'known' && !caller?.visitor) throw unknownToken();
    if (!caller) throw notFound('chat');
    internal.caller = caller;
    addLogFields({ workspace_id: caller.site.workspaceId });
  },
});

const toNetworkOf = (address: string): string => (address === '127.0.0.1' ? address : toNetwork(address));

const unknownToken = (): ApiError =>
  new ApiError('unauthorized', 'This conversation is not open on this device. Write a message to start one.');

const bodyBytesMax = 64 * 1024;

/** The frame calls from the chat's own origin. Other pages cannot send a token without a preflight, which is never answered. */
export const fromFrame = (): Middleware => ({
  before: ({ internal: { event } }) => {
    const origin = readHeader(event, 'origin');
    if (origin !== undefined && origin !== env.chatUrl())
      throw new ApiError('forbidden', 'Call the chat from its own page.');
    if ((event.body ?? '').length > bodyBytesMax) throw new ApiError('bad_request', 'The request is too large.');
  },
});
