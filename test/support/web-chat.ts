import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { updateWebChat } from '../../functions/domain/web-chat/settings.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import type { ShownConversation } from '../../functions/model/web-chat/conversation.ts';
import type { WebChatChanges } from '../../functions/model/web-chat/settings.ts';
import { newId } from '../../functions/platform/ids.ts';
import { makeSignedInMember, type Person } from './dashboard/dashboard.ts';

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
