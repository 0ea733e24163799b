import { inject, onTestFinished, vi } from 'vitest';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import * as msgapp from '../../../functions/domain/channels/msgapp/send.ts';
import { toMonth } from '../../../functions/domain/workspaces/message-quota.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { Message, SendResult } from '../../../functions/model/messages/message.ts';
import { dayMs } from '../../../functions/platform/clock.ts';
import { findItems } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { toMessagesUsed } from '../../../functions/table/workspaces/message-quota.ts';
import { type ApiResponse, call, makeWorkspace } from '../client.ts';

export const callSimulator = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const response = await fetch(`${inject('simulator').url}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The simulator refused ${method} ${path}: ${text}`);
  return JSON.parse(text) as Body;
};

export interface MsgappNumber {
  id: string;
  waba_id: string;
  access_token: string;
}

export const connectNumber = async (workspaceId: string, url = inject('simulator').url): Promise<MsgappNumber> => {
  const { data } = await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', { channel: 'msgapp' });
  await connectMsgapp(workspaceId, {
    phone_number_id: data.id,
    waba_id: data.waba_id,
    access_token: data.access_token,
    base_url: url,
    api_version: 'v25.0',
  });
  return data;
};

/** Sends as the service does, and returns the channel's id of the message. */
export const sendFrom = async ({ id, access_token }: MsgappNumber, to = '+14155550123'): Promise<string> => {
  const response = await fetch(`${inject('simulator').url}/v25.0/${id}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to, type: 'text', text: { body: 'Hello' } }),
  });
  const { messages } = (await response.json()) as { messages: [{ id: string }] };
  return messages[0].id;
};

export interface SendingWorkspace {
  id: string;
  key: string;
  number: MsgappNumber;
}

export const makeSendingWorkspace = async (): Promise<SendingWorkspace> => {
  const workspace = await makeWorkspace();
  return { ...workspace, number: await connectNumber(workspace.id) };
};

/** A sender whose channel reports on a message only when the test says so. */
export const makeQuietSender = async (switches: object = {}): Promise<SendingWorkspace> => {
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], ...switches });
  return sender;
};

export const setSendRate = async ({ id, number }: SendingWorkspace, messages_per_second: number): Promise<void> => {
  const { id: phone_number_id, waba_id, access_token } = number;
  const base_url = inject('simulator').url;
  const account = { phone_number_id, waba_id, access_token, base_url, api_version: 'v25.0', messages_per_second };
  await connectMsgapp(id, account);
};

/** The request bodies that the channel accepted from this number, oldest first. */
export const listSentBodies = async ({ id }: MsgappNumber): Promise<Record<string, unknown>[]> =>
  (await callSimulator<{ data: Record<string, unknown>[] }>('GET', `/sent?account_id=${id}`)).data;

export type SendResponse = ApiResponse<{ data: SendResult; error?: { code: string; message: string } }>;

export const postMessage = (key: string, body: object, headers: Record<string, string> = {}): Promise<SendResponse> =>
  call('POST', '/messages', { key, body, headers });

export const getConversation = async (key: string, id: string): Promise<Conversation> =>
  (await call<{ data: Conversation }>('GET', `/conversations/${id}`, { key })).json.data;

export const listMessages = async (key: string, conversationId: string): Promise<Message[]> =>
  (await call<{ data: Message[] }>('GET', `/conversations/${conversationId}/messages?limit=100`, { key })).json.data;

/** A month may end while a test runs, or before the time to which it moves the clock. */
export const countUsedMessages = async (workspaceId: string): Promise<number> => {
  const months = new Set([-dayMs, 0, dayMs].map((distanceMs) => toMonth(Date.now() + distanceMs)));
  const usages = await findItems([...months].map((month) => keys.monthlyUsage(workspaceId, month)));
  return usages.reduce((sum, usage) => sum + toMessagesUsed(usage), 0);
};

/** Until the test ends, `act` runs before each call that sends a message from this process. */
export const beforeEachSend = (act: (sends: number) => unknown): { count: () => number } => {
  const { sendToMsgapp } = msgapp;
  let sends = 0;
  const spy = vi.spyOn(msgapp, 'sendToMsgapp').mockImplementation(async (...call) => {
    sends += 1;
    await act(sends);
    return sendToMsgapp(...call);
  });
  onTestFinished(() => spy.mockRestore());
  return { count: () => sends };
};
