import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { scopes } from '../../../functions/model/access/scope.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { sha256Hex } from '../../../functions/platform/sha256.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import { startChannelProxy } from '../../support/channels/channel-proxy.ts';
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
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { startFunction } from '../../support/functions.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { closeWindows } from '../../support/messages/reply-window.ts';
import { buildCheckJob, findLastSent, runChecks } from '../../support/table/lost-responses.ts';

/** The function runs in a process of its own, which is killed while it calls the channel. */

const functionTimeMs = 20_000;

const startSend = (key: string, body: object): ChildProcess =>
  startFunction(
    'sendMessage',
    {
      httpMethod: 'POST',
      path: '/messages',
      headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'crash' },
      body: JSON.stringify(body),
      isBase64Encoded: false,
      queryStringParameters: null,
      pathParameters: null,
      requestContext: { identity: { sourceIp: '203.0.113.9' } },
    },
    functionTimeMs,
  );

interface Crash {
  id: string;
  key: string;
  number: MsgappNumber;
  body: { to: string; text: string; fallback_template?: object };
}

interface CrashOptions {
  isAccepted: boolean;
  fallback?: { fallback_template: object };
}

/**
 * A send whose function is killed before or after the channel has accepted the message; with a fallback, the template
 * after the channel has refused the text.
 */
const crash = async ({ isAccepted, fallback }: CrashOptions): Promise<Crash> => {
  const { id, key } = await makeWorkspace();
  const body = { to: newPhone(), text: 'Hi', ...fallback };
  const running: { child?: ChildProcess } = {};
  const { url, close } = await startChannelProxy(async (sends, passOn) => {
    if (sends < (fallback ? 2 : 1)) return passOn();
    if (isAccepted) await passOn();
    running.child?.kill('SIGKILL');
    return undefined;
  });
  const number = await connectNumber(id, url);
  await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
  if (fallback) await closeWindows({ number });
  running.child = startSend(key, body);
  const [code, signal] = await once(running.child, 'exit');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  close();
  return { id, key, number, body };
};

/** Repeats the request through the service, once the first attempt no longer counts as running. */
const retry = async ({ id, key, body }: Crash): Promise<SendResponse> => {
  const record = keys.idempotency(id, sha256Hex(`${[...scopes].sort().join(' ')}\ncrash`));
  const ended = { ConditionExpression: 'attribute_exists(pk)', ...assign({ running_until_ms: 0 }) };
  expect(await updateIf({ Key: record, ...ended })).toMatchObject({ written: true });
  return postMessage(key, body, { 'Idempotency-Key': 'crash' });
};

it('a send that is accepted but not recorded succeeds, so the caller does not repeat it', async () => {
  const { id, key } = await makeWorkspace();
  const tableName = process.env['TABLE_NAME'];
  const { url, close } = await startChannelProxy(async () => {
    process.env['TABLE_NAME'] = 'gone';
    return Response.json({ messages: [{ id: `wamid.${id}` }] });
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
  close();
  expect(toSendResult(message)).toMatchObject({ message_id: message.id, msgapp_message_id: `wamid.${id}` });
  expect(await listMessages(key, message.conversation_id)).toMatchObject([{ id: message.id, status: 'sending' }]);
});

describe('a function that is killed', () => {
  it('a kill after the acceptance neither loses the message nor sends it twice', async () => {
    const crashed = await crash({ isAccepted: true });
    const response = await retry(crashed);
    expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(response.json.error?.message).toContain('Do not send it again');
    const [conversation] = await listConversations(crashed.key);
    expect(await listMessages(crashed.key, conversation?.id ?? '')).toMatchObject([
      { content_text: 'Hi', status: 'sending' },
    ]);
    expect([(await listSentBodies(crashed.number)).length, await countUsedMessages(crashed.id)]).toEqual([1, 1]);
  });

  it('the first receipt completes a send that was killed, and a retry then succeeds', async () => {
    const crashed = await crash({ isAccepted: true });
    const { channelMessageId, message } = await findLastSent(crashed.id, crashed.number);
    await callSimulator('POST', '/status', { message_id: channelMessageId, status: 'delivered' });
    await expect.poll(() => findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'delivered' });
    const response = await retry(crashed);
    expect(response.status).toBe(201);
    expect(response.json.data).toMatchObject({
      message_id: message.id,
      msgapp_message_id: channelMessageId,
      contact_created: true,
    });
    const { conversation_id: conversationId } = response.json.data;
    expect(await listMessages(crashed.key, conversationId)).toMatchObject([{ status: 'delivered' }]);
    expect(await getConversation(crashed.key, conversationId)).toMatchObject({ last_message_text: 'Hi' });
    expect(await listSentBodies(crashed.number)).toHaveLength(1);
  });

  it.each([
    ['before the call', false],
    ['after the acceptance', true],
  ])('a kill %s ends as failed with an unknown outcome, refunded and not sent again', async (_, isAccepted) => {
    const { id, key, number, ...crashed } = await crash({ isAccepted });
    const [conversation] = await listConversations(key);
    const [killed] = await listMessages(key, conversation?.id ?? '');
    const findKilled = () => findMessage(conversation?.id ?? '', killed?.id ?? '');
    const message = await findKilled();
    if (message) await runChecks(buildCheckJob(message));
    expect(await findKilled()).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
    expect(await countUsedMessages(id)).toBe(0);
    const response = await retry({ id, key, number, ...crashed });
    expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(response.json.error?.message).toContain('may have been delivered');
    expect(await listSentBodies(number)).toHaveLength(isAccepted ? 1 : 0);
  });
});

describe('a function that is killed while it sends the fallback template', () => {
  const fallback = { fallback_template: { name: 'hello_world' } };

  it.each([
    ['before the call', false],
    ['after the acceptance', true],
  ])(
    'a kill %s leaves one message with the content of the template, and a retry sends nothing',
    async (_, isAccepted) => {
      const crashed = await crash({ isAccepted, fallback });
      const response = await retry(crashed);
      expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
      expect(response.json.error?.message).toContain('Do not send it again');
      const [conversation] = await listConversations(crashed.key);
      expect(await listMessages(crashed.key, conversation?.id ?? '')).toMatchObject([
        { status: 'sending', content_type: 'template', template_name: 'hello_world', fallback_used: true },
      ]);
      const sentBodies = await listSentBodies(crashed.number);
      expect(sentBodies).toMatchObject(isAccepted ? [{ type: 'template' }] : []);
      expect(await countUsedMessages(crashed.id)).toBe(1);
    },
  );

  it('the first receipt completes a template that was sent before the kill, and a retry then succeeds', async () => {
    const crashed = await crash({ isAccepted: true, fallback });
    const { channelMessageId, message } = await findLastSent(crashed.id, crashed.number);
    await callSimulator('POST', '/status', { message_id: channelMessageId, status: 'delivered' });
    await expect.poll(() => findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'delivered' });
    const response = await retry(crashed);
    expect(response.status).toBe(201);
    expect(response.json.data).toMatchObject({
      message_id: message.id,
      msgapp_message_id: channelMessageId,
      contact_created: true,
      fallback_used: true,
    });
    expect(await listSentBodies(crashed.number)).toHaveLength(1);
  });
});
