import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { processInbound } from '../../functions/domain/inbound/process-inbound.ts';
import { replyAs } from '../../functions/domain/inbox/reply.ts';
import { acceptMessage } from '../../functions/domain/web-chat/accept-message.ts';
import { updateWebChat } from '../../functions/domain/web-chat/settings.ts';
import { readConversation } from '../../functions/domain/web-chat/show-conversation.ts';
import { identifyCaller } from '../../functions/domain/web-chat/visitors.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import type { MemberReply } from '../../functions/model/conversations/answering.ts';
import type { InboundJob } from '../../functions/model/jobs/messages.ts';
import type { ShownConversation } from '../../functions/model/web-chat/conversation.ts';
import type { WebChatChanges } from '../../functions/model/web-chat/settings.ts';
import type { KnownVisitor, VisitorCaller } from '../../functions/model/web-chat/visitor.ts';
import { newId } from '../../functions/platform/ids.ts';
import { findConversation } from '../../functions/table/conversations/conversations.ts';
import { findVisitorPointer } from '../../functions/table/web-chat/pointers.ts';
import { makeSignedInMember, type Person } from './dashboard/dashboard.ts';
import { takeJobs } from './messages/held-messages.ts';
import { runHeldJobs } from './table/crash.ts';

export interface Chat {
  workspaceId: string;
  siteId: string;
  agnes: Person;
}

/** A workspace with a web chat on `http://localhost:1`, and a member who answers. */
export const makeChat = async (changes: WebChatChanges = {}): Promise<Chat> => {
  const { id } = await createWorkspace('Plain Goods', 'DE');
  const { site_id } = await updateWebChat(id, { is_active: true, allowed_sites: ['localhost:1'], ...changes });
  const agnes = await makeSignedInMember(id, 'agent', 'Agnes Agent');
  return { workspaceId: id, siteId: site_id ?? '', agnes };
};

export const newToken = (): string => `vt_${randomBytes(32).toString('base64url')}`;

export interface ApiResponse<Data> {
  status: number;
  headers: Headers;
  /** That of the body, or its error. */
  data: Data;
  error: { code: string; message: string };
}

const toResponse = async <Data>(response: Response): Promise<ApiResponse<Data>> => {
  const text = await response.text();
  const { data, error } = text === '' ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, data, error };
};

export interface VisitorCall {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the running service as the frame does. */
export const callChat = async <Data = unknown>(
  { siteId }: Pick<Chat, 'siteId'>,
  method: string,
  path: string,
  { token, body, headers }: VisitorCall = {},
): Promise<ApiResponse<Data>> => {
  const { chatUrl } = inject('service');
  const response = await fetch(`${chatUrl}/api/sites/${siteId}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(method === 'GET' ? {} : { Origin: chatUrl, 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return toResponse<Data>(response);
};

export const newMessage = (text: string) => ({ id: newId(), text });

export const readChat = async (chat: Chat, token: string): Promise<ShownConversation> =>
  (await callChat<ShownConversation>(chat, 'GET', '/conversation', { token })).data;

/** The domain's view of a call, from an address of its own. */
export const asVisitor = async (
  { siteId }: Pick<Chat, 'siteId'>,
  token: string,
  address = `198.51.100.7 ${token}`,
): Promise<VisitorCaller> => {
  const caller = await identifyCaller(siteId, token, address);
  if (!caller) throw new Error(`There is no site ${siteId}.`);
  return caller;
};

export const asKnown = async (chat: Pick<Chat, 'siteId'>, token: string): Promise<KnownVisitor> => {
  const caller = await asVisitor(chat, token);
  if (!caller.visitor) throw new Error('The token is not known.');
  return { ...caller, visitor: caller.visitor };
};

/** Writes as a visitor and stores the message in this process, whose queues are held. */
export const writeAndStore = async (chat: Chat, token: string, text: string): Promise<string> => {
  const message = newMessage(text);
  takeJobs();
  await acceptMessage(await asVisitor(chat, token), message);
  await runHeldJobs<InboundJob>(processInbound);
  return message.id;
};

/** The conversation as the visitor's page reads it, in this process. */
export const readInProcess = async (chat: Chat, token: string): Promise<ShownConversation> => {
  const { read } = await readConversation(await asVisitor(chat, token), {});
  return (await read()).data;
};

export const findOwnConversation = async (chat: Chat, token: string) => {
  const { visitor } = await asKnown(chat, token);
  const pointer = await findVisitorPointer(chat.workspaceId, visitor.visitor_id);
  const conversation = await findConversation(chat.workspaceId, pointer?.conversationId ?? '');
  if (!conversation) throw new Error('The visitor has no conversation.');
  return conversation;
};

export const answerAs = async ({ workspaceId, agnes }: Chat, conversationId: string, text: string, id = newId()) => {
  const { entry } = await replyAs(
    {
      workspaceId,
      userId: agnes.user.id,
      name: agnes.user.name,
      email: agnes.user.email,
      role: 'agent',
      cursorSecret: '',
      sessionId: '',
    },
    conversationId,
    id,
    { text, status: undefined } as MemberReply,
  );
  return entry;
};
