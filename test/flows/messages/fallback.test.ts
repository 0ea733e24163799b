import { describe, expect, it } from 'vitest';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import {
  callSimulator,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { closeWindows, hourMs, makeConversationWithReply } from '../../support/messages/reply-window.ts';

const fallback_template = { name: 'order_update', params: ['Ana', 'A-17'] };

const templateText = 'Hi Ana, your order A-17 is on its way.';

const sentTemplate = {
  type: 'template',
  template: {
    name: 'order_update',
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: ['Ana', 'A-17'].map((text) => ({ type: 'text', text })) }],
  },
};

const storedTemplate = {
  content_type: 'template',
  content_text: templateText,
  media_url: null,
  template_name: 'order_update',
  fallback_used: true,
};

/** A workspace whose customers have not written, as far as it knows, and at whose channel every window is closed. */
const makeRefusedSender = async (): Promise<SendingWorkspace> => {
  const sender = await makeSendingWorkspace();
  await closeWindows(sender);
  return sender;
};

const listOnlyMessages = async (key: string) => {
  const [conversation, ...others] = await listConversations(key);
  expect(others).toEqual([]);
  return listMessages(key, conversation?.id ?? '');
};

describe('a fallback template for a closed window', () => {
  it('a known closed window sends the template and not a document', async () => {
    const body = { type: 'document', media_url: 'https://example.com/a.pdf', filename: 'a.pdf' };
    const { id, key, number, to, conversationId } = await makeConversationWithReply(Date.now() - 25 * hourMs);
    const { status, json } = await postMessage(key, { to, ...body, fallback_template });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      message_id: expect.any(String),
      msgapp_message_id: expect.stringMatching(/^wamid\./),
      conversation_id: conversationId,
      contact_id: expect.any(String),
      contact_created: false,
      fallback_used: true,
    });
    expect(await listSentBodies(number)).toMatchObject([{ type: 'text', text: { body: 'One' } }, sentTemplate]);
    expect((await listMessages(key, conversationId))[0]).toMatchObject({ id: json.data.message_id, ...storedTemplate });
    expect(await getConversation(key, conversationId)).toMatchObject({ last_message_text: templateText });
    expect(await countUsedMessages(id)).toBe(2);
  });

  it('a refusal with 131047 sends the template instead of a text', async () => {
    const { id, key, number } = await makeRefusedSender();
    const { status, json } = await postMessage(key, { to: newPhone(), text: 'Hi', fallback_template });
    expect(status).toBe(201);
    const { conversation_id: conversationId, message_id: messageId, msgapp_message_id, ...result } = json.data;
    expect(result).toMatchObject({ contact_created: true, fallback_used: true });
    expect(await listSentBodies(number)).toMatchObject([sentTemplate]);
    await expect
      .poll(() => findMessage(conversationId, messageId))
      .toMatchObject({ status: 'delivered', channel_message_id: msgapp_message_id });
    expect(await listMessages(key, conversationId)).toMatchObject([{ id: messageId, error: null, ...storedTemplate }]);
    expect(await getConversation(key, conversationId)).toMatchObject({ last_message_text: templateText });
    expect(await countUsedMessages(id)).toBe(1);
  });

  it('a template that replaces a reply quotes the same message', async () => {
    const { key, number, to, conversationId } = await makeConversationWithReply(Date.now() - 25 * hourMs);
    const [quoted] = await listMessages(key, conversationId);
    const { status } = await postMessage(key, { to, text: 'Hi', reply_to_message_id: quoted?.id, fallback_template });
    expect(status).toBe(201);
    expect((await listSentBodies(number)).at(-1)).toMatchObject({
      ...sentTemplate,
      context: { message_id: quoted?.msgapp_message_id },
    });
    expect((await listMessages(key, conversationId))[0]).toMatchObject({ reply_to_message_id: quoted?.id });
  });
});

describe('a fallback template that is not needed', () => {
  it('an open window sends the text without a trace of the fallback in response or message', async () => {
    const { key, number, to } = await makeConversationWithReply(Date.now() - hourMs);
    const { status, json } = await postMessage(key, { to, text: 'Hi', fallback_template });
    expect(status).toBe(201);
    expect(Object.keys(json.data)).not.toContain('fallback_used');
    expect((await listSentBodies(number)).at(-1)).toMatchObject({ type: 'text', text: { body: 'Hi' } });
    const [message] = await listMessages(key, json.data.conversation_id);
    expect(message).toMatchObject({ content_type: 'text', content_text: 'Hi', template_name: null });
    expect(Object.keys(message ?? {})).not.toContain('fallback_used');
  });

  it('a refusal for another reason is not followed by the template', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: number.id, fail_next: { count: 1, code: 131026 } });
    const response = await postMessage(key, { to: newPhone(), text: 'Hi', fallback_template });
    expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(response.headers.get('x-channel-error-code')).toBe('131026');
    expect(await listOnlyMessages(key)).toMatchObject([{ status: 'failed', content_type: 'text', content_text: 'Hi' }]);
    expect([await listSentBodies(number), await countUsedMessages(id)]).toEqual([[], 0]);
  });

  it('a lost response is not followed by the template, because the text may have been sent', async () => {
    const { key, number } = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
    const response = await postMessage(key, { to: '+491515550008', text: 'Hi', fallback_template });
    expect(response.headers.get('x-channel-error-code')).toBe('outcome_unknown');
    expect(await listSentBodies(number)).toMatchObject([{ type: 'text' }]);
    expect(await listOnlyMessages(key)).toMatchObject([{ status: 'sending', content_type: 'text' }]);
  });
});

const paused = { name: 'paused_offer' };

it.each([
  ['after a refusal', async () => ({ ...(await makeRefusedSender()), to: newPhone(), used: 0 })],
  [
    'in a window that is known to be closed',
    async () => ({ ...(await makeConversationWithReply(Date.now() - 25 * hourMs)), used: 1 }),
  ],
])('a template that is refused %s ends as one failed message with its error, refunded', async (_, makeSender) => {
  const { id, key, to, used } = await makeSender();
  const response = await postMessage(key, { to, text: 'Hi', fallback_template: paused });
  expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
  expect(response.headers.get('x-channel-error-code')).toBe('132015');
  const messages = (await listOnlyMessages(key)).filter(({ status }) => status === 'failed');
  expect(messages).toMatchObject([
    { content_type: 'template', template_name: 'paused_offer', fallback_used: true, error: { code: '132015' } },
  ]);
  expect(response.headers.get('x-message-id')).toBe(messages[0]?.id);
  expect(await countUsedMessages(id)).toBe(used);
});

describe('a faulty fallback template', () => {
  it.each([
    ['unknown', 1, { name: 'no_such_template' }, 'bad_request', '"fallback_template"'],
    [
      'without a value',
      1,
      { name: 'order_update', params: ['Ana'] },
      'template_malformed',
      'params.body.1" is required',
    ],
    [
      'without a value',
      25,
      { name: 'order_update', params: ['Ana'] },
      'template_malformed',
      'params.body.1" is required',
    ],
  ])(
    'a fallback template %s is refused %i hours after the customer wrote, before anything is stored or sent',
    async (_, hours, template, code, words) => {
      const { id, key, number, to, conversationId } = await makeConversationWithReply(Date.now() - hours * hourMs);
      const response = await postMessage(key, { to, text: 'Hi', fallback_template: template });
      expect(response).toMatchObject({ status: 400, json: { error: { code } } });
      expect(response.json.error?.message).toContain(words);
      expect(await listMessages(key, conversationId)).toHaveLength(1);
      expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([1, 1]);
    },
  );

  it('a fallback template that cannot be checked because the channel is down is not an error of the caller', async () => {
    const { key, number } = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: number.id, outage: 'down' });
    const response = await postMessage(key, { to: newPhone(), text: 'Hi', fallback_template });
    expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
  });
});
