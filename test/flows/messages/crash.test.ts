import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findReportedMessage } from '../../../functions/table/messages/messages.ts';
import { bundle } from '../../../lib/functions/bundle.ts';
import { pollOptions } from '../../support/channels.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { listConversations } from '../../support/conversations.ts';
import {
  callSimulator,
  connectNumber,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  type MsgappNumber,
  postMessage,
  type SendResponse,
} from '../../support/simulator.ts';

/** The function runs in a process of its own, which is killed at the worst moment: while the channel is being called. */

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-crash-'));
  bundle({ sendMessage: resolve('functions/api/messages/send-message.ts') }, folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const functionTimeMs = 4_000;

const startFunction = (key: string, body: object): ChildProcess => {
  const event = {
    httpMethod: 'POST',
    path: '/messages',
    headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'crash' },
    body: JSON.stringify(body),
    isBase64Encoded: false,
    queryStringParameters: null,
    pathParameters: null,
    requestContext: { requestId: 'crash' },
  };
  const program = resolve('test/support/fixture/run-function.ts');
  const index = join(folder, 'sendMessage', 'index.js');
  return spawn(process.execPath, [program, index, JSON.stringify(event), String(functionTimeMs)], {
    env: { PATH: process.env['PATH'], ...inject('service').environment },
    stdio: 'ignore',
  });
};

const listen = async (onRequest: RequestListener): Promise<{ url: string; server: Server }> => {
  const server = createServer(onRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

/** Stands before the channel and ends the caller in the middle of its call. */
const startTrap = (passesOn: boolean, kill: () => void) =>
  listen(async (request) => {
    const body = await text(request);
    if (passesOn) {
      const headers = { Authorization: String(request.headers.authorization), 'Content-Type': 'application/json' };
      await fetch(`${inject('simulator').url}${request.url}`, { method: 'POST', headers, body });
    }
    kill();
  });

interface Crash {
  id: string;
  key: string;
  number: MsgappNumber;
  body: { to: string; text: string };
}

/** A send whose function is killed before or after the channel has taken the message. */
const crash = async ({ isTaken }: { isTaken: boolean }): Promise<Crash> => {
  const { id, key } = await makeWorkspace();
  const body = { to: newPhone(), text: 'Hi' };
  const running: { child?: ChildProcess } = {};
  const { url, server } = await startTrap(isTaken, () => running.child?.kill('SIGKILL'));
  const number = await connectNumber(id, url);
  await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
  running.child = startFunction(key, body);
  const [code, signal] = await once(running.child, 'exit');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  server.closeAllConnections();
  server.close();
  return { id, key, number, body };
};

/** The same call again, through the service, as soon as the first can no longer be running. */
const retry = async ({ key, body }: Crash): Promise<SendResponse> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await postMessage(key, body, { 'Idempotency-Key': 'crash' });
    if (!answer.json.error?.message.includes('still running')) return answer;
    await wait(100);
  }
  throw new Error('The first call still counts as running.');
};

describe('a table that fails once the channel has taken the message', () => {
  it('does not make the caller send it again', async () => {
    const { id, key } = await makeWorkspace();
    const tableName = process.env['TABLE_NAME'];
    const { url, server } = await listen(async (request, response) => {
      await text(request);
      process.env['TABLE_NAME'] = 'gone';
      response.end(JSON.stringify({ messages: [{ id: `wamid.${id}` }] }));
    });
    await connectNumber(id, url);
    const content = { type: 'text' as const, text: 'Hi' };
    const message = await sendMessage(id, newId(), {
      to: newPhone(),
      name: undefined,
      content,
      replyToMessageId: undefined,
    });
    process.env['TABLE_NAME'] = tableName;
    server.close();
    expect(toSendResult(message)).toMatchObject({ message_id: message.id, msgapp_message_id: `wamid.${id}` });
    expect(await listMessages(key, message.conversation_id)).toMatchObject([{ id: message.id, status: 'sending' }]);
  });
});

describe('a function that is killed', () => {
  it('after the channel took the message neither loses it nor sends it twice', async () => {
    const crashed = await crash({ isTaken: true });
    const answer = await retry(crashed);
    expect(answer).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(answer.json.error?.message).toContain('Do not send it again');
    const [conversation] = await listConversations(crashed.key);
    expect(await listMessages(crashed.key, conversation?.id ?? '')).toMatchObject([
      { content_text: 'Hi', status: 'sending' },
    ]);
    expect([(await listSentBodies(crashed.number)).length, await countUsedMessages(crashed.id)]).toEqual([1, 1]);
  });

  it('is healed by the first receipt: the same call then gets its answer', async () => {
    const crashed = await crash({ isTaken: true });
    const path = `/sent?ids=true&account_id=${crashed.number.id}`;
    const { data, ids } = await callSimulator<{ data: Record<string, string>[]; ids: string[] }>('GET', path);
    const [channelMessageId = '', ourMessageId = ''] = [ids[0], data[0]?.['biz_opaque_callback_data']];
    await callSimulator('POST', '/status', { message_id: channelMessageId, status: 'delivered' });
    await expect
      .poll(() => findReportedMessage(crashed.id, { channel: 'msgapp', channelMessageId, ourMessageId }), pollOptions)
      .toMatchObject({ status: 'delivered' });
    const answer = await retry(crashed);
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject({
      message_id: ourMessageId,
      msgapp_message_id: channelMessageId,
      contact_created: true,
    });
    const { conversation_id: conversationId } = answer.json.data;
    expect(await listMessages(crashed.key, conversationId)).toMatchObject([{ status: 'delivered' }]);
    expect(await getConversation(crashed.key, conversationId)).toMatchObject({ last_message_text: 'Hi' });
    expect(await listSentBodies(crashed.number)).toHaveLength(1);
  });

  it('before the channel took the message does not send it later, unasked', async () => {
    const crashed = await crash({ isTaken: false });
    expect((await retry(crashed)).status).toBe(502);
    const [conversation] = await listConversations(crashed.key);
    expect(await listMessages(crashed.key, conversation?.id ?? '')).toMatchObject([{ status: 'sending' }]);
    expect(await listSentBodies(crashed.number)).toEqual([]);
  });
});
