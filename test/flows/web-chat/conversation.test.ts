import { expect, inject, it } from 'vitest';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { callDashboard } from '../../support/dashboard/dashboard.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import {
  callChat,
  findOwnConversation,
  makeChat,
  newMessage,
  newToken,
  readChat,
  readInProcess,
  writeAndStore,
} from '../../support/web-chat.ts';

it('a visitor writes, a member answers in the inbox, and both see what the other has read', async () => {
  const chat = await makeChat();
  const { chatUrl } = inject('service');
  const script = await fetch(`${chatUrl}/sites/${chat.siteId}.js`, { headers: { Referer: 'http://localhost:1/a?b' } });
  expect(await script.text()).toContain(`"frame_url":"${chatUrl}/frame/${chat.siteId}"`);
  const frame = await fetch(`${chatUrl}/frame/${chat.siteId}`);
  expect(frame.headers.get('content-security-policy')).toContain(
    "frame-ancestors 'self' http://localhost:1 https://localhost:1;",
  );
  const token = newToken();
  expect(await readChat(chat, token)).toMatchObject({ status: 'none', messages: [], visitor: null });
  const message = newMessage('Where is my order?');
  const sent = await callChat<{ id: string; sent_at: string }>(chat, 'POST', '/messages', { token, body: message });
  expect([sent.status, sent.data.id]).toEqual([202, message.id]);
  await expect
    .poll(() => readChat(chat, token))
    .toMatchObject({ status: 'open', messages: [{ client_id: message.id }] });
  const inbox = await callDashboard<{ data: { waiting: { id: string }[] } }>(
    'GET',
    `/api/w/${chat.workspaceId}/inbox?view=all`,
    { session: chat.agnes.session },
  );
  const [conversation] = inbox.json.data.waiting;
  const path = `/api/w/${chat.workspaceId}/conversations/${conversation?.id}/messages`;
  const answer = await callDashboard('POST', path, { session: chat.agnes.session, body: { text: 'It ships today.' } });
  expect(answer.status).toBe(201);
  const shown = await readChat(chat, token);
  expect(shown).toMatchObject({
    unread: 1,
    messages: [
      { from: 'visitor', text: 'Where is my order?', author: null },
      { from: 'team', text: 'It ships today.', author: { name: 'Agnes', initials: 'AA' }, status: 'sent' },
    ],
  });
  const receipt = { message_id: shown.messages[1]?.id, status: 'read' };
  expect((await callChat(chat, 'POST', '/receipts', { token, body: receipt })).status).toBe(202);
  await expect.poll(() => readChat(chat, token)).toMatchObject({ unread: 0, messages: [{}, { status: 'read' }] });
});

it('an answer to a visitor shows the link that its member pasted, if the address is in the text and of the web', async () => {
  const chat = await makeChat();
  const token = newToken();
  holdQueues();
  await writeAndStore(chat, token, 'Where is my order?');
  const { id } = await findOwnConversation(chat, token);
  const [title, url] = ['Order 7 <b>', 'https://shop.example/orders/7'];
  const answer = async (text: string, link: { title: string; url: string }): Promise<number> => {
    const path = `/api/w/${chat.workspaceId}/conversations/${id}/messages`;
    return (await callDashboard('POST', path, { session: chat.agnes.session, body: { text, link } })).status;
  };
  expect(await answer(`See ${url}`, { title, url })).toBe(201);
  expect((await readInProcess(chat, token)).messages[1]).toMatchObject({ link: { title, host: 'shop.example', url } });
  expect(await answer('See your order', { title, url })).toBe(400);
  for (const wrong of ['javascript:alert(1)', 'https://', `https://a.example/${'a'.repeat(2_048)}`])
    expect(await answer(`See ${wrong}`, { title, url: wrong })).toBe(400);
  await updateIf({ Key: keys.conversation(chat.workspaceId, id), ...assign({ channel: 'social' }) });
  expect(await answer(`See ${url}`, { title, url })).toBe(400);
});
