import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { authorizeSocket } from '../../../functions/domain/hints/authorize.ts';
import { publishToVisitors, toVisitorHints } from '../../../functions/domain/hints/publish-to-visitors.ts';
import { showPresence } from '../../../functions/domain/inbox/presence.ts';
import type { VisitorHint } from '../../../functions/model/hints/hint.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { measureCost } from '../../support/measure-cost.ts';
import {
  answerAs,
  asKnown,
  type Chat,
  callChat,
  findOwnConversation,
  makeChat,
  newMessage,
  newToken,
  readChat,
} from '../../support/web-chat.ts';

interface Socket {
  url: string;
  host: string;
  channel: string;
  ticket: string;
}

const openSocket = async (chat: Chat, token: string): Promise<Socket> =>
  (await callChat<Socket>(chat, 'POST', '/socket', { token, body: {} })).data;

const sockets: WebSocket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.terminate();
});

const listen = async ({ url, host, channel, ticket }: Socket): Promise<VisitorHint[]> => {
  const authorization = { host, Authorization: ticket };
  const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
  const socket = new WebSocket(url, ['aws-appsync-event-ws', `header-${header}`]);
  const heard: VisitorHint[] = [];
  const { promise: subscribed, resolve } = Promise.withResolvers<void>();
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  socket.on('message', (data) => {
    const { type, event } = JSON.parse(String(data));
    if (type === 'connection_ack')
      socket.send(JSON.stringify({ type: 'subscribe', id: newId(), channel, authorization }));
    if (type === 'subscribe_success') resolve();
    if (type === 'data') heard.push(...JSON.parse(event));
  });
  sockets.push(socket);
  await subscribed;
  return heard;
};

const startConversation = async (): Promise<{ chat: Chat; token: string; id: string }> => {
  const chat = await makeChat();
  const token = newToken();
  await callChat(chat, 'POST', '/messages', { token, body: newMessage('Where is my order?') });
  await expect.poll(async () => (await readChat(chat, token)).status).toBe('open');
  return { chat, token, id: (await findOwnConversation(chat, token)).id };
};

it('a panel that listens hears of an answer and of who writes, and nothing of what is said', async () => {
  const { chat, token, id } = await startConversation();
  const heard = await listen(await openSocket(chat, token));
  await expect
    .poll(
      async () => {
        await answerAs(chat, id, 'It ships today.');
        return heard;
      },
      { interval: 1_000 },
    )
    .toContainEqual({ kind: 'conversation' });
  const agnes = { workspaceId: chat.workspaceId, userId: chat.agnes.user.id, name: 'Agnes Agent' };
  await showPresence({ ...agnes, email: '', role: 'agent', cursorSecret: '', sessionId: '' }, id, 'writing');
  await expect.poll(() => heard).toContainEqual({ kind: 'typing', name: 'Agnes' });
  expect(JSON.stringify(heard)).not.toMatch(/ships|order|Agent/);
});

it('a ticket opens the channel of its own device alone, and of no member, until the device signs out', async () => {
  const { chat, token } = await startConversation();
  const { channel, ticket: authorizationToken } = await openSocket(chat, token);
  const ask = async (asked: string) =>
    (await authorizeSocket({ authorizationToken, requestContext: { operation: 'EVENT_SUBSCRIBE', channel: asked } }))
      .isAuthorized;
  expect(await ask(channel)).toBe(true);
  for (const other of [`${channel.slice(0, -1)}x`, `/visitors/${chat.workspaceId}/*`, `/members/${chat.workspaceId}/x`])
    expect(await ask(other)).toBe(false);
  await callChat(chat, 'DELETE', '/visitor', { token });
  expect(await ask(channel)).toBe(false);
});

it('where no visitor listens, a change of a conversation costs half a read unit and nothing is published', async () => {
  const { chat, token } = await startConversation();
  const { visitor } = await asKnown(chat, token);
  const conversation = await findOwnConversation(chat, token);
  const after = { entity: 'conversation', workspace_id: visitor.workspace_id, ...conversation };
  const cost = await measureCost(() => publishToVisitors(toVisitorHints({ before: undefined, after })));
  expect(cost).toMatchObject({ read_units: 0.5, write_units: 0, round_trips: 1 });
  const other = { ...after, channel: 'msgapp' };
  expect(toVisitorHints({ before: undefined, after: other })).toEqual([]);
});
