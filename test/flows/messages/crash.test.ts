import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { scopes } from '../../../functions/model/access/scope.ts';
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
import { findLastSent } from '../../support/table/lost-responses.ts';

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
  body: { to: string; text: string };
}

/** A send whose function is killed after the channel has accepted the message. */
const crash = async (): Promise<Crash> => {
  const { id, key } = await makeWorkspace();
  const body = { to: newPhone(), text: 'Hi' };
  const running: { child?: ChildProcess } = {};
  const { url, close } = await startChannelProxy(async (_, passOn) => {
    await passOn();
    running.child?.kill('SIGKILL');
    return undefined;
  });
  const number = await connectNumber(id, url);
  await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
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

describe('a function that is killed', () => {
  it('a kill after the acceptance neither loses the message nor sends it twice', async () => {
    const crashed = await crash();
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
    const crashed = await crash();
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
});
