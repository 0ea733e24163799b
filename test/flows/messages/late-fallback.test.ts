import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import { findMessage, queryMessages, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import {
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { buildWindowReceipt, failOutsideWindow, listFallbackJobs } from '../../support/messages/late-fallback.ts';
import {
  buildCheckJob,
  buildReceipt,
  loseResponse,
  runChecks,
  type SentByChannel,
  sendAccepted,
} from '../../support/table/lost-responses.ts';

const fallback_template = { name: 'order_update', params: ['Ana', 'A-17'] };
const fallbackTemplate = { ...fallback_template, language: 'en_US' };

const templateText = 'Hi Ana, your order A-17 is on its way.';

const receive = (item: InboundStatus): Promise<void> => processInbound({ item, postponements: 0 });

const reread = async ({ conversation_id, id }: StoredMessage): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, id);
  if (!message) throw new Error(`Message ${id} does not exist.`);
  return message;
};

const sendText = async (): Promise<{ sender: SendingWorkspace } & SentByChannel> => {
  const sender = await makeQuietSender();
  return { sender, ...(await sendAccepted(sender, { fallbackTemplate })) };
};

/** Newest first. */
const findMessages = async (conversationId: string): Promise<StoredMessage[]> =>
  (await queryMessages(conversationId, { limit: 10, after: undefined })).items;

/** The service that runs beside the test also gets these jobs. */
const listJobs = async (message: StoredMessage, receipt: InboundStatus) => {
  await receive(receipt);
  return listFallbackJobs(message, await reread(message));
};

describe('a window that the channel reports as closed after it has accepted the text', () => {
  it('a text becomes failed and its template follows as a message of its own, counted once, even if the quota is used up', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 1 });
    const { status, json } = await postMessage(key, { to: '+491515550003', text: 'Hi', fallback_template });
    expect(status).toBe(201);
    const { conversation_id: conversationId, message_id: messageId } = json.data;
    expect(Object.keys(json.data)).not.toContain('fallback_used');
    await expect
      .poll(async () => (await findMessages(conversationId)).map((message) => message.status))
      .toEqual(['delivered', 'failed']);
    const [template, failed] = await listMessages(key, conversationId);
    expect(template).toMatchObject({
      direction: 'outbound',
      sender_type: 'agent',
      content_type: 'template',
      content_text: templateText,
      template_name: 'order_update',
      fallback_used: true,
      fallback_for_message_id: messageId,
      error: null,
    });
    expect(failed).toMatchObject({ id: messageId, content_text: 'Hi', error: { code: '131047' } });
    expect(Object.keys(failed ?? {}).filter((name) => name.startsWith('fallback'))).toEqual([]);
    expect((await listSentBodies(number)).map(({ type }) => type)).toEqual([failed?.content_type, 'template']);
    expect(await getConversation(key, conversationId)).toMatchObject({ last_message_text: templateText });
    expect(await countUsedMessages(id)).toBe(1);
  });

  it('the template quotes what the text quoted', async () => {
    const sender = await makeQuietSender();
    const to = newPhone();
    const { message } = await sendAccepted(sender, { to });
    const sent = await sendAccepted(sender, { to, replyToMessageId: message.id, fallbackTemplate });
    await receive(buildWindowReceipt(sender, sent));
    await expect
      .poll(async () => (await listSentBodies(sender.number)).at(-1))
      .toMatchObject({ type: 'template', context: { message_id: message.channel_message_id } });
    expect((await findMessages(message.conversation_id))[0]).toMatchObject({ reply_to_message_id: message.id });
  });

  it('repeated reports and repeated jobs send one template', async () => {
    const { sender, ...sent } = await sendText();
    const { message } = sent;
    const receipts = [0, 0, 0, 1_000, 2_000].map((laterMs) => buildWindowReceipt(sender, sent, laterMs));
    await Promise.all(receipts.map(receive));
    const failed = await reread(message);
    const jobs = listFallbackJobs(message, failed);
    expect(jobs).toHaveLength(1);
    await Promise.all([
      runChecks(...jobs, ...jobs),
      runChecks(...jobs),
      receive(buildWindowReceipt(sender, sent, 3_000)),
    ]);
    await runChecks(...jobs);
    expect((await reread(message)).fallback_message_id).toBe(failed.fallback_message_id);
    await expect
      .poll(async () => (await findMessages(message.conversation_id)).map(({ status }) => status))
      .toEqual(['sent', 'failed']);
    expect((await listSentBodies(sender.number)).map(({ type }) => type)).toEqual(['text', 'template']);
    expect(await findMessages(message.conversation_id)).toMatchObject([
      { id: failed.fallback_message_id, fallback_used: true },
      { id: message.id, status: 'failed' },
    ]);
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('a text whose response was lost counts once, even with the template that follows the report', async () => {
    const sender = await makeQuietSender();
    const sent = await loseResponse(sender, { fallbackTemplate });
    await runChecks(buildCheckJob(sent.message));
    expect(await countUsedMessages(sender.id)).toBe(0);
    await receive(buildWindowReceipt(sender, sent));
    await expect
      .poll(async () => (await listSentBodies(sender.number)).map(({ type }) => type))
      .toEqual(['text', 'template']);
    expect(await reread(sent.message)).toMatchObject({ status: 'failed', error: { code: 131047 } });
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('a template that the channel refuses is a failed message with its own error but without a refund', async () => {
    const { id, key } = await makeSendingWorkspace();
    const paused = { name: 'paused_offer' };
    const { json } = await postMessage(key, { to: '+491515550003', text: 'Hi', fallback_template: paused });
    await expect
      .poll(async () => (await findMessages(json.data.conversation_id))[0])
      .toMatchObject({ status: 'failed', template_name: 'paused_offer', error: { code: 132015 } });
    expect(await countUsedMessages(id)).toBe(1);
  });
});

describe('a late report that is not followed by a template', () => {
  it('a failure for another reason, a message without a fallback and one that was delivered call for none', async () => {
    const { sender, ...sent } = await sendText();
    const error = { code: 131026, message: 'Message undeliverable', details: null };
    expect(await listJobs(sent.message, { ...buildWindowReceipt(sender, sent), error })).toEqual([]);
    const without = await sendAccepted(sender);
    expect(await listJobs(without.message, buildWindowReceipt(sender, without))).toEqual([]);
    const delivered = await sendAccepted(sender, { fallbackTemplate });
    await receive(buildReceipt(sender, delivered, 'delivered'));
    expect(await listJobs(delivered.message, buildWindowReceipt(sender, delivered, 1_000))).toEqual([]);
  });

  it('a template that was sent after a refusal calls for no second one', async () => {
    const sender = await makeQuietSender();
    const sent = await sendAccepted(sender, { to: '+491515550004', fallbackTemplate });
    expect(sent.message).toMatchObject({ fallback_used: true });
    expect(await listJobs(sent.message, buildWindowReceipt(sender, sent))).toEqual([]);
  });

  it('a delivery that is reported before the job runs keeps the template back', async () => {
    const { sender, ...sent } = await sendText();
    const { message } = sent;
    await failOutsideWindow(message);
    const jobs = listFallbackJobs(message, await reread(message));
    expect(jobs).toHaveLength(1);
    await receive(buildReceipt(sender, sent, 'delivered'));
    await runChecks(...jobs);
    expect(await listSentBodies(sender.number)).toHaveLength(1);
  });

  it('an erased contact gets no template and does not come back, and a new one with the number gets none either', async () => {
    const { sender, ...sent } = await sendText();
    const { message } = sent;
    await failOutsideWindow(message);
    const failed = await reread(message);
    const jobs = listFallbackJobs(message, failed);
    expect(jobs).toHaveLength(1);
    expect((await call('DELETE', `/contacts/${message.contact_id}`, { key: sender.key })).status).toBe(202);
    await runChecks(...jobs);
    expect((await call('GET', '/contacts', { key: sender.key })).json).toMatchObject({ data: [] });
    await postMessage(sender.key, { to: failed.fallback?.to, text: 'New' });
    await runChecks(...jobs);
    expect((await listSentBodies(sender.number)).map(({ type }) => type)).toEqual(['text', 'text']);
  });

  it('the job of a workspace that may no longer send ends without a template', async () => {
    const { sender, ...sent } = await sendText();
    await updateWorkspace(sender.id, { subscription: 'lapsed' });
    const jobs = await listJobs(sent.message, buildWindowReceipt(sender, sent));
    expect(jobs).toHaveLength(1);
    await runChecks(...jobs);
    expect(await findMessages(sent.message.conversation_id)).toMatchObject([{ status: 'failed' }]);
    expect(await listSentBodies(sender.number)).toHaveLength(1);
  });
});
