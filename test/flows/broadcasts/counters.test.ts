import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { markFailed } from '../../../functions/domain/messages/send-outcome.ts';
import { countBroadcasts } from '../../../functions/domain/reports/count-broadcasts.ts';
import { getReport } from '../../../functions/domain/reports/get-report.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import { outcomeUnknown } from '../../../functions/model/messages/error.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { type StoredBroadcast, transitionBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { findClaimedMessages, findRecipients } from '../../../functions/table/broadcasts/recipients.ts';
import { incrementCountersPart } from '../../../functions/table/counters.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import { countOutcomes } from '../../support/broadcasts/outcomes.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeQuietSender, type SendingWorkspace } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { buildReceipt } from '../../support/table/lost-responses.ts';

/** Everything that can happen to a message after the channel was called. */
const messageEvents = ['sent', 'delivered', 'read', 'failed', 'reply', 'check_failed'] as const;
type MessageEvent = (typeof messageEvents)[number];

const applyEvent = async (message: StoredMessage, phone: string, sender: SendingWorkspace, event: MessageEvent) => {
  if (event === 'check_failed') return message.status === 'sending' ? markFailed(message, outcomeUnknown) : undefined;
  const sent = { message, channelMessageId: message.channel_message_id ?? `wamid.${message.id}` };
  const item = event === 'reply' ? buildReply(phone, sender) : buildReceipt(sender, sent, event);
  return processInbound({ item, postponements: 5 });
};

const buildReply = (phone: string, { number }: SendingWorkspace) => newInboundText(number.id, phone, 'Thanks');

describe('the counters of a broadcast', () => {
  it('the counters equal a recount of the messages for any order and repetition of receipts', async () => {
    const sender = await makeQuietSender();
    const step = fc.record({ index: fc.nat({ max: 2 }), event: fc.constantFrom(...messageEvents) });
    const time = startTestClock();
    const sums = { sent: 0, delivered: 0, read: 0, replied: 0, failed: 0 };
    const atOnce = messageEvents.map((event, index) => ({ index: index % 3, event }));
    const inTurn = messageEvents.map((event) => [0, 1, 2].map((index) => ({ index, event })));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
        const phones = [newPhone(), newPhone(), magicPhone('5550008')];
        heldQueue.messages.length = 0;
        const { id } = await quiet.storeQuietBroadcast(sender.id, phones);
        await quiet.drain(time, (message) =>
          message.queue === 'sendBroadcast' ? quiet.consumeMessage(message) : Promise.resolve(),
        );
        const claims = (await findRecipients(id, phones)).filter(isClaim);
        const repliers = new Set<number>();
        for (const round of rounds) {
          const messages = await findClaimedMessages(claims);
          await Promise.all(
            round.map(async ({ index, event }) => {
              const [message, phone] = [messages[index], phones[index]];
              if (!message || phone === undefined) throw new Error('The recipient has no message.');
              if (event === 'reply' && message.channel_message_id !== null) repliers.add(index);
              await applyEvent(message, phone, sender, event);
            }),
          );
        }
        const broadcast = await getBroadcast(sender.id, id);
        expect(broadcast).toMatchObject(await quiet.recount(id, phones));
        expect(broadcast.pending_count + broadcast.sent_count + broadcast.failed_count).toBe(3);
        expect(broadcast.replied_count).toBeGreaterThanOrEqual([...repliers].filter((index) => index < 2).length);
        expect(broadcast.replied_count).toBeLessThanOrEqual(3);
        await countBroadcasts({
          task: 'count_broadcasts',
          workspaceId: sender.id,
          due: [{ dueAt: isoTime(0), of: id }],
        });
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += broadcast[`${name}_count`];
        expect(await countOutcomes(sender.id)).toMatchObject({
          ...{ broadcast_sent: sums.sent, broadcast_delivered: sums.delivered, broadcast_read: sums.read },
          ...{ broadcast_answered: sums.replied, broadcast_failed: sums.failed },
        });
        const { rows } = await getReport(sender.id, 'broadcast_failed', { by: 'reason' });
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(sums.failed);
      }),
      { numRuns: 6, examples: [[inTurn], [inTurn.toReversed()], [[atOnce, atOnce]]] },
    );
  });

  it('a recipient who replies several times, also concurrently, counts as one reply', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = [newPhone(), newPhone()];
    const { id } = await quiet.storeQuietBroadcast(sender.id, phones);
    await quiet.drain(time);
    const reply = () => processInbound({ item: buildReply(phones[0] ?? '', sender), postponements: 5 });
    await Promise.all([reply(), reply(), reply()]);
    await reply();
    expect(await getBroadcast(sender.id, id)).toMatchObject({ replied_count: 1, sent_count: 2 });
  });
});

/** Runs `change` between the read of the counters and that of the broadcast, whichever is asked for first. */
const changeBetweenReads = (change: () => Promise<unknown>): void => {
  const { promise: countersRead, resolve } = Promise.withResolvers<void>();
  const remove = () => void table.middlewareStack.remove('changeBetweenReads');
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'GetItemCommand') {
          await countersRead;
          remove();
          await change();
        }
        const result = await next(args);
        if (commandName === 'QueryCommand') resolve();
        return result;
      },
    { step: 'initialize', name: 'changeBetweenReads' },
  );
  onTestFinished(remove);
};

const storeBroadcast = async (fields: Partial<StoredBroadcast>): Promise<StoredBroadcast> => {
  const broadcast = { ...newQuietBroadcast(newId(), { accepted: 1, lanes: 1 }), ...fields };
  await transact([quietBroadcastPart(broadcast)]);
  return broadcast;
};

const increment = (broadcast_id: string, changes: Parameters<typeof incrementCountersPart>[2]) =>
  transact([incrementCountersPart(newId(), { broadcast_id, shard: 0 }, changes)]);

describe('the progress of a broadcast that changes while it is read', () => {
  it('a broadcast that completes between the two reads shows nothing pending', async () => {
    const { workspace_id, id } = await storeBroadcast({ status: 'sending', started_at: isoTime(clock.now()) });
    changeBetweenReads(async () => {
      await increment(id, { sent_count: 1 });
      await transitionBroadcast(workspace_id, id, ['sending'], { status: 'sent', completed_at: isoTime(clock.now()) });
    });
    expect(await getBroadcast(workspace_id, id)).toMatchObject({ status: 'sent', sent_count: 1, pending_count: 0 });
  });

  it('a broadcast to a large segment that starts between the two reads shows all its recipients', async () => {
    const { workspace_id, id } = await storeBroadcast({ accepted: 0, is_audience_pending: true });
    changeBetweenReads(async () => {
      await increment(id, { accepted: 30 });
      await transitionBroadcast(workspace_id, id, ['queued'], { status: 'sending', started_at: isoTime(clock.now()) });
    });
    expect(await getBroadcast(workspace_id, id)).toMatchObject({ status: 'sending', accepted: 30 });
  });
});
