import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { checkMessage } from '../../../functions/domain/messages/check-message.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import {
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { buildWindowReceipt, failOutsideWindow, listFallbackJobs } from '../../support/messages/late-fallback.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { buildCheckJob, buildReceipt, findLastSent, runChecks } from '../../support/table/lost-responses.ts';

const fallback_template = { name: 'order_update', params: ['Ana', 'A-17'] };

const sendText = async ({ id, key, number }: SendingWorkspace) => {
  const to = newPhone();
  expect((await postMessage(key, { to, text: 'Hi', fallback_template })).status).toBe(201);
  return { to, ...(await findLastSent(id, number)) };
};

describe('a fallback template that follows a late report, and a crash', () => {
  it('a crash at any call sends one template at most, which its receipt completes', async () => {
    const sender = await makeQuietSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const { to, message } = await sendText(sender);
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
    await crashAtEveryCall({
      prepare: async () => {
        // The running service sends the template of each, which would be the last message of a shared number.
        const sender = await makeQuietSender();
        const sent = await sendText(sender);
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
