import { expect, it, vi } from 'vitest';
import { acceptMessage } from '../../../functions/domain/web-chat/accept-message.ts';
import { readConversation } from '../../../functions/domain/web-chat/show-conversation.ts';
import type { ApiError } from '../../../functions/model/api-error.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { countNewVisitor } from '../../../functions/table/web-chat/visitors.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { heldQueue, holdQueues } from '../../support/messages/held-messages.ts';
import {
  answerAs,
  asVisitor,
  callChat,
  findOwnConversation,
  makeChat,
  newMessage,
  newToken,
  readInProcess,
  writeAndStore,
} from '../../support/web-chat.ts';

const refusal = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('Nothing was refused.')),
    (error: ApiError) => error,
  );

it('whatever is wrong with a token, a call that needs one gets the same 401', async () => {
  const [chat, other] = [await makeChat(), await makeChat()];
  const [token, ended] = [newToken(), newToken()];
  for (const each of [token, ended])
    expect((await callChat(chat, 'POST', '/messages', { token: each, body: newMessage('Hi') })).status).toBe(202);
  expect((await callChat(chat, 'DELETE', '/visitor', { token: ended })).status).toBe(204);
  const body = { state: 'here' };
  const calls = [
    callChat(chat, 'PUT', '/presence', { body }),
    callChat(chat, 'PUT', '/presence', { body, token: 'vt_short' }),
    callChat(chat, 'PUT', '/presence', { body, token: newToken() }),
    callChat(chat, 'PUT', '/presence', { body, token: ended }),
    callChat(other, 'PUT', '/presence', { body, token }),
    callChat({ siteId: 'site_00000000000000000000' }, 'PUT', '/presence', { body, token }),
  ];
  const answers = (await Promise.all(calls)).map(({ status, error }) => ({ status, error }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(401);
  expect((await callChat(chat, 'PUT', '/presence', { body, token })).status).toBe(200);
});

it('a page of another origin cannot call, even with a token', async () => {
  const chat = await makeChat();
  const headers = { Origin: 'http://localhost:1' };
  const { status } = await callChat(chat, 'POST', '/messages', { token: newToken(), body: newMessage('Hi'), headers });
  expect(status).toBe(403);
});

it('a visitor sends 20 messages a minute and 200 a day, and a repeated one counts once', async () => {
  const chat = await makeChat();
  const token = newToken();
  holdQueues();
  let nowMs = Date.parse('2026-05-04T10:00:30Z');
  vi.spyOn(clock, 'now').mockImplementation(() => nowMs);
  const write = async (message = newMessage('Hello')) => acceptMessage(await asVisitor(chat, token), message);
  const first = newMessage('Where is my order?');
  const sent = await write(first);
  for (let count = 1; count < 20; count += 1) await write();
  const tooFast = await refusal(write());
  expect([tooFast.code, tooFast.headers]).toEqual(['rate_limited', { 'Retry-After': '30' }]);
  nowMs += 20_000;
  expect(await write(first)).toEqual(sent);
  for (let minute = 1; minute < 10; minute += 1) {
    nowMs += 60_000;
    for (let count = 0; count < 20; count += 1) await write();
  }
  nowMs += 60_000;
  expect((await refusal(write())).headers).toEqual({ 'Retry-After': '49750' });
  nowMs = Date.parse('2026-05-05T00:00:01Z');
  await write();
  const ids = heldQueue.messages.map(({ body }) => Object(body).item.channelMessageId);
  expect([ids.length, new Set(ids).size]).toEqual([202, 201]);
});

it('an address brings 30 new visitors a minute, and a workspace gets 600', async () => {
  const [chat, other] = [await makeChat(), await makeChat()];
  holdQueues();
  const nowMs = Date.parse('2026-05-04T10:00:30Z');
  vi.spyOn(clock, 'now').mockImplementation(() => nowMs);
  const come = async (to = chat, address = '203.0.113.50') =>
    acceptMessage(await asVisitor(to, newToken(), address), newMessage('Hi'));
  for (let count = 0; count < 30; count += 1) await come();
  expect((await refusal(come())).code).toBe('rate_limited');
  await come(chat, '203.0.113.51');
  await come(other);
  const all = { who: 'all', minute: '2026-05-04T10:00', max: 600, expires: 2_000_000_000 };
  for (let count = 31; count < 600; count += 1) await countNewVisitor(chat.workspaceId, all);
  const full = await refusal(come(chat, '203.0.113.52'));
  expect([full.code, full.headers]).toEqual(['rate_limited', { 'Retry-After': '30' }]);
});

it('the messages of one workspace share a fair group, so their flood does not delay another', async () => {
  const [chat, other] = [await makeChat(), await makeChat()];
  holdQueues();
  for (const to of [chat, chat, other]) await acceptMessage(await asVisitor(to, newToken()), newMessage('Hi'));
  const groups = heldQueue.messages.map(({ group }) => group);
  expect(groups[0]).toBe(groups[1]);
  expect(groups[2]).not.toBe(groups[0]);
});

it('an answer that is stored behind a later message of the visitor is news to their page', async () => {
  const chat = await makeChat();
  const token = newToken();
  holdQueues();
  await writeAndStore(chat, token, 'Hello?');
  const { id } = await findOwnConversation(chat, token);
  const readVersion = async () => (await readConversation(await asVisitor(chat, token), {})).version;
  await answerAs(chat, id, 'One moment.');
  const earlier = newId();
  await writeAndStore(chat, token, 'Anyone?');
  const before = await readVersion();
  await answerAs(chat, id, 'Here I am.', earlier);
  expect(await readVersion()).not.toBe(before);
  const texts = (await readInProcess(chat, token)).messages.map(({ text }) => text);
  expect(texts).toEqual(['Hello?', 'One moment.', 'Here I am.', 'Anyone?']);
});

it('a message costs a write unit and a read unit, a poll that finds nothing new five read units', async () => {
  const chat = await makeChat();
  const token = newToken();
  holdQueues();
  await asVisitor(chat, newToken());
  const first = newMessage('Hi');
  // The token, two counts and the visit.
  expect(await measureCost(async () => acceptMessage(await asVisitor(chat, token), first))).toMatchObject({
    read_units: 1,
    write_units: 4,
  });
  await writeAndStore(chat, token, 'And another one');
  const cost = await measureCost(async () => acceptMessage(await asVisitor(chat, token), newMessage('Third')));
  expect(cost).toMatchObject({ read_units: 1, write_units: 1 });
  await answerAs(chat, (await findOwnConversation(chat, token)).id, 'Yes?');
  await readInProcess(chat, token);
  const poll = await measureCost(async () => readConversation(await asVisitor(chat, token), {}));
  expect(poll['write_units']).toBe(0);
  expect(poll['read_units']).toBeLessThanOrEqual(5);
  const page = await measureCost(() => readInProcess(chat, token));
  expect(page['read_units']).toBeLessThanOrEqual(12);
});
