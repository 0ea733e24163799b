import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { checkBroadcast } from '../../../functions/domain/broadcasts/check-broadcast.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  countUsedMessages,
  makeQuietSender,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  buildCheckJob,
  buildReceipt,
  findLastSent,
  loseResponse,
  runChecks,
  type SentByChannel,
} from '../../support/table/lost-responses.ts';

const sendText = async ({ id, key, number }: SendingWorkspace): Promise<SentByChannel> => {
  await postMessage(key, { to: newPhone(), text: 'Hi' });
  return findLastSent(id, number);
};

/** A send whose response was lost and whose check has failed it. */
const failUnknown = async (sender: SendingWorkspace): Promise<SentByChannel> => {
  const sent = await loseResponse(sender);
  await runChecks(buildCheckJob(sent.message));
  return sent;
};

const receive = (item: InboundStatus): Promise<void> => processInbound({ item, postponements: 0 });

const reread = ({ conversation_id, id }: StoredMessage) => findMessage(conversation_id, id);

const channelError = { code: 131026, message: 'Message undeliverable', details: null };

describe('processInbound that crashes at a receipt', () => {
  it.each([
    ['delivered', null],
    ['failed', channelError],
  ] as const)(
    'a crash at any call applies the receipt %s to its message and keeps the quota',
    async (status, error) => {
      const sender = await makeQuietSender();
      const callCount = await crashAtEveryCall({
        prepare: async () => {
          const sent = await sendText(sender);
          const receipt = { ...buildReceipt(sender, sent, status), error };
          return { ...sent, receipt, used: await countUsedMessages(sender.id) };
        },
        run: ({ receipt }) => receive(receipt),
        verify: async ({ message, receipt: { at }, used }, { label }) => {
          const receipt = { status, last_receipt: { status, at }, [`${status}_at`]: at };
          expect(await reread(message), label).toMatchObject({ ...receipt, ...(error ? { error } : {}) });
          expect(await countUsedMessages(sender.id), label).toBe(used);
        },
      });
      expect(callCount).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    ['whose response was lost', loseResponse, 0],
    ['that its check has failed and refunded', failUnknown, 1],
  ])('a crash at any call proves a send %s by its receipt and counts it once', async (_, send, refunded) => {
    const sender = await makeQuietSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const sent = await send(sender);
        return { ...sent, receipt: buildReceipt(sender, sent), used: await countUsedMessages(sender.id) };
      },
      run: ({ receipt }) => receive(receipt),
      verify: async ({ message, channelMessageId, receipt: { at }, used }, { label }) => {
        const stored = await reread(message);
        expect(stored, label).toMatchObject({
          status: 'delivered',
          delivered_at: at,
          channel_message_id: channelMessageId,
        });
        expect(stored, label).not.toHaveProperty('error');
        expect(await countUsedMessages(sender.id), label).toBe(used + refunded);
        expect(await findAcceptance(message, channelMessageId), label).toEqual(
          completeAcceptance(message, channelMessageId, 'delivered'),
        );
      },
    });
    // Two reads, the four writes of the acceptance, and the status.
    expect(callCount).toBe(7);
  });

  it('a crash at any call counts a receipt once for its broadcast, which its check completes at the latest', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    await crashAtEveryCall({
      prepare: async () => {
        const phone = magicPhone('5550008');
        const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([phone]));
        heldQueue.messages.length = 0;
        await quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0));
        const sent = await findLastSent(sender.id, sender.number);
        return { broadcast, phone, receipt: buildReceipt(sender, sent), used: await countUsedMessages(sender.id) };
      },
      run: ({ receipt }) => receive(receipt),
      verify: async ({ broadcast: { id }, phone, used }, { hasCrashed, label }) => {
        if (hasCrashed) {
          time.advanceTo(clock.now() + 5 * 60_000);
          await checkBroadcast({ workspaceId: sender.id, broadcastId: id, phone });
        }
        const counters = { pending_count: 0, sent_count: 1, delivered_count: 1, failed_count: 0 };
        expect(await getBroadcast(sender.id, id), label).toMatchObject({ ...counters, status: 'sent' });
        expect(await countUsedMessages(sender.id), label).toBe(used);
      },
    });
  });
});
