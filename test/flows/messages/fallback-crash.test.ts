import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import {
  connectNumber,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeQuietSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { closeWindows } from '../../support/messages/reply-window.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { buildCheckJob, buildReceipt, findLastSent, runChecks } from '../../support/table/lost-responses.ts';
import { loseResponses } from '../../support/table/repeated-writes.ts';

const sendText = (workspaceId: string, to: string, id = newId()): Promise<StoredMessage> =>
  sendMessage(workspaceId, id, {
    to,
    name: undefined,
    content: { type: 'text', text: 'Hi' },
    fallbackTemplate: { name: 'order_update', language: 'en_US', params: ['Ana', 'A-17'] },
    replyToMessageId: undefined,
  });

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
        const completed = await sendText(sender.id, to, id);
        expect(toSendResult(completed), label).toMatchObject({ message_id: id, fallback_used: true });
        expect(await getConversation(sender.key, stored.conversation_id), label).toMatchObject({
          last_message_text: template.content_text,
        });
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
      },
    });
    // Two reads, the transaction, the channel, the content of the template, the channel again, and four writes.
    expect(callCount).toBe(10);
  });

  it('a write of the content that the SDK repeats after a lost response still leads to one template', async () => {
    const sender = await makeRefusedSender();
    const to = newPhone();
    const lost = loseResponses((input) => JSON.stringify(input).includes('#fallback_used'));
    const message = await sendText(sender.id, to);
    expect(lost.count()).toBe(1);
    expect(message).toMatchObject({ status: 'sent', ...template });
    const bodies = (await listSentBodies(sender.number)).filter((body) => body['to'] === to);
    expect(bodies).toMatchObject([{ type: 'template' }]);
  });
});

describe('a refusal that arrives too late', () => {
  /** Fails the message that is being sent, as after 15 minutes, before it passes the refusal on. */
  const startSlowChannel = async (failMessage: () => Promise<void>): Promise<string> => {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      if (request.method === 'POST') await failMessage();
      const answer = await fetch(`${inject('simulator').url}${request.url}`, {
        method: String(request.method),
        headers: { Authorization: String(request.headers.authorization), 'Content-Type': 'application/json' },
        ...(request.method === 'POST' ? { body } : {}),
      });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('a message that the check has failed meanwhile stays failed, and no template is sent', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const findOnlyMessage = async () => {
      const [conversation] = await listConversations(key);
      const [message] = await listMessages(key, conversation?.id ?? '');
      return findMessage(conversation?.id ?? '', message?.id ?? '');
    };
    const url = await startSlowChannel(async () => {
      const message = await findOnlyMessage();
      if (message) await runChecks(buildCheckJob(message));
    });
    const number = await connectNumber(workspaceId, url);
    await closeWindows({ number });
    const message = await sendText(workspaceId, newPhone());
    expect(() => toSendResult(message)).toThrow('may have been delivered');
    const failed = { status: 'failed', content_type: 'text', content_text: 'Hi', error: { code: 'outcome_unknown' } };
    expect(await findOnlyMessage()).toMatchObject(failed);
    expect([await listSentBodies(number), await countUsedMessages(workspaceId)]).toEqual([[], 0]);
  });
});
