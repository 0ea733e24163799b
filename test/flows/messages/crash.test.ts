import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { scopes } from '../../../functions/model/access/scope.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { sha256Hex } from '../../../functions/platform/sha256.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import { startChannelProxy } from '../../support/channels/channel-proxy.ts';
import {
  callSimulator,
  connectNumber,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  type MsgappNumber,
  makeQuietSender,
  postMessage,
  type SendingWorkspace,
  type SendResponse,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { startFunction } from '../../support/functions.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  buildCheckJob,
  buildReceipt,
  buildText,
  findLastSent,
  runChecks,
  type SentByChannel,
} from '../../support/table/lost-responses.ts';

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

const receiveText = ({ number }: SendingWorkspace, phone: string, text: string): Promise<void> =>
  processInbound({ item: newInboundText(number.id, phone, text), postponements: 0 });

const receiveReceipt = (sender: SendingWorkspace, sent: SentByChannel): Promise<void> =>
  processInbound({ item: buildReceipt(sender, sent), postponements: 0 });

const sendText = ({ id: workspaceId }: SendingWorkspace, to: string, id = newId()): Promise<StoredMessage> =>
  sendMessage(workspaceId, id, buildText(to));

/** A customer who has written, so the send has an unread message to clear. */
const newCustomer = async (sender: SendingWorkspace): Promise<string> => {
  const phone = newPhone();
  await receiveText(sender, phone, 'Hello?');
  return phone;
};

/** The single writes after the acceptance, by a part of their keys. */
const writes = {
  pointer: '#CHANNEL_MESSAGE#',
  conversation: '#CONVERSATION"',
  contact: '#CONTACT"',
  message: '"CONVERSATION#',
} as const;

type Write = keyof typeof writes;

const isUpdateOf = (write: Write, input: object): boolean =>
  'UpdateExpression' in input && 'Key' in input && JSON.stringify(input.Key).includes(writes[write]);

/** Until the returned function is called, these writes fail without an effect. */
const failWrites = (failing: readonly Write[]): (() => void) => {
  const send = table.send.bind(table) as (command: { input: object }) => Promise<unknown>;
  const spy = vi
    .spyOn(table, 'send')
    .mockImplementation(((command: { input: object }) =>
      failing.some((write) => isUpdateOf(write, command.input))
        ? Promise.reject(new Error('The worker crashed.'))
        : send(command)) as never);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
};

const besides = ['pointer', 'conversation', 'contact'] as const;

/** The message and each choice of the writes before it. */
const crashes = Array.from({ length: 8 }, (_, bits) => {
  const missing: Write[] = [...besides.filter((_, index) => bits & (1 << index)), 'message'];
  return { missing, writes: missing.join(', ') };
});

/** The cases in which none or all of the writes before the message are missing. */
const extremes = [crashes.slice(0, 1), crashes.slice(-1)].flat();

describe('a send that crashes', () => {
  let sender: SendingWorkspace;
  beforeAll(async () => {
    sender = await makeQuietSender();
  });

  it('a crash at any call sends once at most, leaves no message sent but incomplete, and a receipt completes it', async () => {
    const callCount = await crashAtEveryCall({
      prepare: async () => ({ to: await newCustomer(sender), id: newId(), used: await countUsedMessages(sender.id) }),
      run: ({ to, id }) => sendText(sender, to, id),
      verify: async ({ to, id, used }, { label }) => {
        const bodies = (await listSentBodies(sender.number)).filter((body) => body['to'] === to);
        expect(bodies.length, label).toBeLessThanOrEqual(1);
        const stored = await sendText(sender, to, id);
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
        if (bodies.length === 0) {
          await runChecks(buildCheckJob(stored));
          expect(await findMessage(stored.conversation_id, id), label).toMatchObject({ status: 'failed' });
          expect(await countUsedMessages(sender.id), label).toBe(used);
          return;
        }
        const sent = await findLastSent(sender.id, sender.number);
        expect(sent.message.id, label).toBe(id);
        const complete = completeAcceptance(stored, sent.channelMessageId);
        if (stored.status === 'sent')
          expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual(complete);
        else expect(stored, label).toMatchObject({ status: 'sending', channel_message_id: null });
        await receiveReceipt(sender, sent);
        const delivered = { ...complete, status: 'delivered' };
        expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual(delivered);
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
      },
    });
    // Two reads, the transaction, the channel, and four writes.
    expect(callCount).toBe(8);
  });

  it.each(crashes)('a receipt completes an accepted send that a crash left without $writes', async ({ missing }) => {
    const to = await newCustomer(sender);
    const stopFailing = failWrites(missing);
    const message = await sendText(sender, to);
    stopFailing();
    const { id } = message;
    const sent = await findLastSent(sender.id, sender.number);
    // The caller is told that it was sent, so as not to repeat it.
    expect(toSendResult(message)).toMatchObject({ message_id: id, msgapp_message_id: sent.channelMessageId });
    expect(sent.message).toMatchObject({ id, status: 'sending', channel_message_id: null });
    await receiveReceipt(sender, sent);
    const complete = completeAcceptance(sent.message, sent.channelMessageId, 'delivered');
    expect(await findAcceptance(sent.message, sent.channelMessageId)).toEqual(complete);
  });

  it.each(extremes)(
    'a check and a late receipt count an accepted send once that a crash left without $writes',
    async ({ missing }) => {
      const used = await countUsedMessages(sender.id);
      const stopFailing = failWrites(missing);
      await sendText(sender, newPhone());
      stopFailing();
      const sent = await findLastSent(sender.id, sender.number);
      await runChecks(buildCheckJob(sent.message));
      expect(await countUsedMessages(sender.id)).toBe(used);
      await Promise.all([receiveReceipt(sender, sent), receiveReceipt(sender, sent)]);
      const complete = completeAcceptance(sent.message, sent.channelMessageId, 'delivered');
      expect(await findAcceptance(sent.message, sent.channelMessageId)).toEqual(complete);
      expect(await countUsedMessages(sender.id)).toBe(used + 1);
    },
  );

  it.each(extremes)(
    'a customer who writes after a crash that left a send without $writes has one unread message',
    async ({ missing }) => {
      const to = await newCustomer(sender);
      const stopFailing = failWrites(missing);
      await sendText(sender, to);
      stopFailing();
      await receiveText(sender, to, 'Anybody there?');
      const sent = await findLastSent(sender.id, sender.number);
      const before = await findAcceptance(sent.message, sent.channelMessageId);
      await receiveReceipt(sender, sent);
      const { lastMessageId, contactLastMessageAt } = before;
      expect(lastMessageId).not.toBe(sent.message.id);
      expect(await findAcceptance(sent.message, sent.channelMessageId)).toEqual({
        ...completeAcceptance(sent.message, sent.channelMessageId, 'delivered'),
        lastMessageId,
        contactLastMessageAt,
        unread: 1,
      });
    },
  );
});
