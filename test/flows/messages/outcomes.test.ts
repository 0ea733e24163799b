import { describe, expect, it, vi } from 'vitest';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { newId } from '../../../functions/platform/ids.ts';
import * as http from '../../../functions/platform/outbound/http.ts';
import { findContact, findContactIdByPhone } from '../../../functions/table/contacts/contacts.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import {
  callSimulator,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
  type SendResponse,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { listConversations } from '../../support/messages/conversations.ts';

const readErrorHeaders = ({ headers }: SendResponse) => ({
  code: headers.get('x-channel-error-code'),
  messageId: headers.get('x-message-id'),
  retryAfter: headers.get('retry-after'),
});

/** The ending tells the simulator how to respond. */
const magicPhone = (ending: string): string => `+49151${ending}`;

describe('a refused send', () => {
  it.each([
    ['5550001', '131026', /#131026/, null],
    ['5550005', '130429', /#130429/, '6'],
  ])(
    'a refused send to …%s is stored as failed, refunded and reported with code %s and the words of the channel',
    async (ending, code, words, retryAfter) => {
      const { id, key, number } = await makeSendingWorkspace();
      const response = await postMessage(key, { to: magicPhone(ending), text: 'Hi' });
      expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
      expect(response.json.error?.message).toMatch(words);
      const [conversation] = await listConversations(key);
      const messages = await listMessages(key, conversation?.id ?? '');
      expect(messages).toMatchObject([
        { status: 'failed', msgapp_message_id: null, error: { code, message: response.json.error?.message } },
      ]);
      expect(messages[0]?.message_id).toBe(messages[0]?.id);
      expect(readErrorHeaders(response)).toEqual({ code, messageId: messages[0]?.id, retryAfter });
      expect([await listSentBodies(number), await countUsedMessages(id)]).toEqual([[], 0]);
    },
  );

  it('a replayed refusal has the same body and the same headers as the first one', async () => {
    const { key, number } = await makeSendingWorkspace();
    const failNext = { count: 1, code: 130429, retry_after: 42 };
    await callSimulator('POST', '/switches', { account_id: number.id, fail_next: failNext });
    const to = newPhone();
    const post = () => postMessage(key, { to, text: 'Hi' }, { 'Idempotency-Key': 'order-17' });
    const [first, second] = [await post(), await post()];
    expect(readErrorHeaders(first)).toEqual({ code: '130429', messageId: expect.any(String), retryAfter: '42' });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.text, readErrorHeaders(second)]).toEqual([502, first.text, readErrorHeaders(first)]);
    expect(await listSentBodies(number)).toEqual([]);
  });

  it('a refused send leaves the conversation unchanged and cannot be quoted', async () => {
    const { key, number } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'One' })).json;
    const before = await getConversation(key, data.conversation_id);
    await callSimulator('POST', '/switches', { account_id: number.id, fail_next: { count: 1, code: 131000 } });
    expect((await postMessage(key, { to, text: 'Two' })).status).toBe(502);
    expect(await getConversation(key, data.conversation_id)).toEqual(before);
    const [failed] = await listMessages(key, data.conversation_id);
    expect(failed?.status).toBe('failed');
    const response = await postMessage(key, { to, text: 'Three', reply_to_message_id: failed?.id });
    expect(response).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
  });
});

it('a send to an unreachable channel is stored as failed and refunded', async () => {
  const { id, key, number } = await makeSendingWorkspace();
  await connectMsgapp(id, {
    phone_number_id: number.id,
    waba_id: number.waba_id,
    access_token: number.access_token,
    // The discard port, on which nothing listens.
    base_url: 'http://127.0.0.1:9',
    api_version: 'v25.0',
  });
  const response = await postMessage(key, { to: newPhone(), text: 'Hi' });
  expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
  expect(response.json.error?.message).toMatch(/could not be reached.*nothing was sent/);
  const [conversation] = await listConversations(key);
  const messages = await listMessages(key, conversation?.id ?? '');
  expect(messages).toMatchObject([{ status: 'failed', error: { code: 'channel_unreachable' } }]);
  expect(readErrorHeaders(response)).toEqual({
    code: 'channel_unreachable',
    messageId: messages[0]?.id,
    retryAfter: null,
  });
  expect(await countUsedMessages(id)).toBe(0);
});

it('a send to a channel that hangs ends after eight seconds, within the time limit of the function', async () => {
  const { id } = await makeSendingWorkspace();
  const { sendRequest } = http;
  const sent = vi
    .spyOn(http, 'sendRequest')
    .mockImplementation((request) => sendRequest({ ...request, timeoutMs: 300 }));
  const content = { type: 'text' as const, text: 'Hi' };
  const outgoing = { to: magicPhone('5550007'), name: undefined, content, replyToMessageId: undefined };
  const message = await sendMessage(id, newId(), outgoing);
  expect(sent.mock.calls).toMatchObject([[{ timeoutMs: 8_000 }]]);
  expect(() => toSendResult(message)).toThrow('response was lost');
  expect(await findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'sending' });
});

it('the status of an early receipt stays, and the message still gets its channel id and updates the conversation', async () => {
  const { key, number } = await makeSendingWorkspace();
  const to = newPhone();
  await callSimulator('POST', '/switches', { account_id: number.id, status_before_reply: true });
  const { status, json } = await postMessage(key, { to, text: 'Hi' });
  expect(status).toBe(201);
  const { conversation_id: conversationId, message_id: messageId, msgapp_message_id } = json.data;
  await expect
    .poll(() => findMessage(conversationId, messageId))
    .toMatchObject({ status: 'delivered', channel_message_id: msgapp_message_id });
  expect(await getConversation(key, conversationId)).toMatchObject({ last_message_text: 'Hi', unread_count: 0 });
  const reply = { to, text: 'Again', reply_to_message_id: messageId };
  expect((await postMessage(key, reply)).status).toBe(201);
});

it('a reply from the form of a number that the channel uses finds the contact', async () => {
  const { id, key } = await makeSendingWorkspace();
  const { data } = (await postMessage(key, { to: '+5511987654321', text: 'Oi' })).json;
  expect(await findContactIdByPhone(id, '+551187654321')).toBe(data.contact_id);
  const second = (await postMessage(key, { to: '+551187654321', text: 'Oi' })).json.data;
  expect(second).toMatchObject({ contact_id: data.contact_id, conversation_id: data.conversation_id });
  expect(await findContact(id, data.contact_id)).toMatchObject({ phone: '+5511987654321' });
});
