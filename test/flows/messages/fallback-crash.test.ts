import { describe, expect, it, onTestFinished } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { checkMessage } from '../../../functions/domain/messages/check-message.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import { startChannelProxy } from '../../support/channels/channel-proxy.ts';
import {
  connectNumber,
  countUsedMessages,
  listMessages,
  listSentBodies,
  makeQuietSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { buildWindowReceipt, failOutsideWindow, listFallbackJobs } from '../../support/messages/late-fallback.ts';
import { closeWindows } from '../../support/messages/reply-window.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  buildCheckJob,
  buildReceipt,
  buildText,
  findLastSent,
  runChecks,
  sendAccepted,
} from '../../support/table/lost-responses.ts';

const fallbackTemplate = { name: 'order_update', language: 'en_US', params: ['Ana', 'A-17'] };

const sendText = (workspaceId: string, to: string, id = newId()): Promise<StoredMessage> =>
  sendMessage(workspaceId, id, buildText(to, { fallbackTemplate }));

const template = {
  content_type: 'template',
  content_text: 'Hi Ana, your order A-17 is on its way.',
  template_name: 'order_update',
  fallback_used: true,
};

/** The channel refuses texts and sends no receipts; the definition of the template is stored. */
const makeRefusedSender = async (): Promise<SendingWorkspace> => {
  const sender = await makeQuietSender();
  await closeWindows(sender);
  await sendText(sender.id, newPhone());
  return sender;
};

/** To the service the window is open, so it tries the text first. */
const newCustomer = async ({ number }: SendingWorkspace): Promise<string> => {
  const phone = newPhone();
  await processInbound({ item: newInboundText(number.id, phone, 'Hello?'), postponements: 0 });
  return phone;
};

describe('a send with a fallback template that crashes', () => {
  it('a crash at any call sends one template at most, and a late receipt completes it with its own content', async () => {
    const sender = await makeRefusedSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => ({ to: await newCustomer(sender), id: newId(), used: await countUsedMessages(sender.id) }),
      run: ({ to, id }) => sendText(sender.id, to, id),
      verify: async ({ to, id, used }, { hasCrashed, label }) => {
        const bodies = (await listSentBodies(sender.number)).filter((body) => body['to'] === to);
        expect(bodies.length, label).toBeLessThanOrEqual(1);
        const stored = await sendText(sender.id, to, id);
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
        if (bodies.length === 0) {
          await runChecks(buildCheckJob(stored));
          expect(await findMessage(stored.conversation_id, id), label).toMatchObject({ status: 'failed' });
          expect(await countUsedMessages(sender.id), label).toBe(used);
          return;
        }
        expect(bodies, label).toMatchObject([{ type: 'template' }]);
        expect(stored, label).toMatchObject(template);
        const sent = await findLastSent(sender.id, sender.number);
        expect(sent.message.id, label).toBe(id);
        const complete = completeAcceptance(stored, sent.channelMessageId);
        if (!hasCrashed || stored.status === 'sent')
          expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual(complete);
        else {
          expect(stored, label).toMatchObject({ status: 'sending', channel_message_id: null });
          await runChecks(buildCheckJob(stored));
          expect(await countUsedMessages(sender.id), label).toBe(used);
        }
        await processInbound({ item: buildReceipt(sender, sent), postponements: 0 });
        expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual({
          ...complete,
          status: 'delivered',
        });
        const conversation = await findConversation(sender.id, stored.conversation_id);
        expect(conversation?.last_message_text, label).toBe(template.content_text);
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
      },
    });
    // Two reads, the transaction, the channel, the content of the template, the channel again, and four writes.
    expect(callCount).toBe(10);
  });
});

it('a message that the check has failed meanwhile stays failed without a template', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const findOnlyMessage = async () => {
    const [conversation] = await listConversations(key);
    const [message] = await listMessages(key, conversation?.id ?? '');
    return findMessage(conversation?.id ?? '', message?.id ?? '');
  };
  const { url, close } = await startChannelProxy(async (_, passOn) => {
    const message = await findOnlyMessage();
    if (message) await runChecks(buildCheckJob(message));
    return passOn();
  });
  onTestFinished(close);
  const number = await connectNumber(workspaceId, url);
  await closeWindows({ number });
  const message = await sendText(workspaceId, newPhone());
  expect(() => toSendResult(message)).toThrow('may have been delivered');
  const failed = { status: 'failed', content_type: 'text', content_text: 'Hi', error: { code: 'outcome_unknown' } };
  expect(await findOnlyMessage()).toMatchObject(failed);
  expect([await listSentBodies(number), await countUsedMessages(workspaceId)]).toEqual([[], 0]);
});

describe('a fallback template that follows a late report, and a crash', () => {
  it('a crash at any call sends one template at most, which its receipt completes', async () => {
    const sender = await makeQuietSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const to = newPhone();
        const { message } = await sendAccepted(sender, { to, fallbackTemplate });
        return { to, message, fallbackId: await failOutsideWindow(message), used: await countUsedMessages(sender.id) };
      },
      run: ({ message: { workspace_id: workspaceId, conversation_id: conversationId, id: messageId } }) =>
        checkMessage({ workspaceId, conversationId, messageId }),
      verify: async ({ to, message, fallbackId, used }, { hasCrashed, label }) => {
        const bodies = (await listSentBodies(sender.number)).filter((body) => body['to'] === to);
        expect(bodies.length, label).toBeLessThanOrEqual(2);
        expect(await countUsedMessages(sender.id), label).toBe(used);
        const stored = await findMessage(message.conversation_id, fallbackId);
        if (!stored) throw new Error(`No template is stored ${label}.`);
        expect(stored, label).toMatchObject({ fallback_used: true, fallback_for_message_id: message.id });
        if (bodies.length === 1) {
          await runChecks(buildCheckJob(stored));
          expect(await findMessage(message.conversation_id, fallbackId), label).toMatchObject({ status: 'failed' });
          expect(await countUsedMessages(sender.id), label).toBe(used);
          return;
        }
        expect(bodies, label).toMatchObject([{ type: 'text' }, { type: 'template' }]);
        const sent = await findLastSent(sender.id, sender.number);
        expect(sent.message.id, label).toBe(fallbackId);
        if (!hasCrashed) expect(stored.status, label).toBe('sent');
        await processInbound({ item: buildReceipt(sender, sent), postponements: 0 });
        expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual(
          completeAcceptance(stored, sent.channelMessageId, 'delivered'),
        );
        expect(await countUsedMessages(sender.id), label).toBe(used);
      },
    });
    // The message that failed, two reads, the transaction, the channel, and four writes.
    expect(callCount).toBe(9);
  });

  it('a crash at any call of the report leads to one job under one id', async () => {
    const sender = await makeQuietSender();
    await crashAtEveryCall({
      prepare: async () => {
        const sent = await sendAccepted(sender, { fallbackTemplate });
        return { ...sent, receipt: buildWindowReceipt(sender, sent) };
      },
      run: ({ receipt }) => processInbound({ item: receipt, postponements: 0 }),
      verify: async ({ message, receipt }, { label }) => {
        const failed = await findMessage(message.conversation_id, message.id);
        expect(failed, label).toMatchObject({ status: 'failed', fallback_message_id: expect.any(String) });
        if (failed) expect(listFallbackJobs(message, failed), label).toHaveLength(1);
        await processInbound({ item: receipt, postponements: 0 });
        expect(await findMessage(message.conversation_id, message.id), label).toEqual(failed);
      },
    });
  });
});
