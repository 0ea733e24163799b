import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { markFailed } from '../../../functions/domain/messages/send-outcome.ts';
import type { InboundItem } from '../../../functions/model/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { findClaimedMessages, findRecipients } from '../../../functions/table/broadcasts/recipients.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { magicPhone } from '../../support/broadcasts.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import { callSimulator, makeSendingWorkspace } from '../../support/simulator.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

/** What may happen to a message of a broadcast after it was sent, or while nobody knows whether it was. */
const happenings = ['sent', 'delivered', 'read', 'failed', 'reply', 'given up'] as const;
type Happening = (typeof happenings)[number];

const happen = (message: StoredMessage, phone: string, accountId: string, what: Happening): Promise<unknown> => {
  if (what === 'given up') {
    const unknown = { code: null, message: 'The outcome is unknown.', details: null };
    return message.status === 'sending' ? markFailed(message, unknown) : Promise.resolve();
  }
  return processInbound({
    item: what === 'reply' ? replyOf(phone, accountId) : reportOf(message, accountId, what),
    postponements: 5,
  });
};

const replyOf = (phone: string, accountId: string): InboundItem => ({
  kind: 'message',
  channel: 'msgapp',
  accountId,
  channelMessageId: randomUUID(),
  from: { phone, channelUserId: null, name: null },
  sentAt: isoTime(Date.now()),
  contentType: 'text',
  text: 'Thanks',
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
});

const reportOf = (
  { id, channel_message_id }: StoredMessage,
  accountId: string,
  status: Exclude<Happening, 'reply' | 'given up'>,
): InboundItem => ({
  kind: 'status',
  channel: 'msgapp',
  accountId,
  channelMessageId: channel_message_id ?? `wamid.${id}`,
  status,
  at: isoTime(Date.now()),
  ourMessageId: id,
  error: null,
});

describe('the counters of a broadcast', () => {
  it('are what a recount of its messages says, whatever is reported how often and in which order', async () => {
    const sender = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [] });
    const step = fc.record({ place: fc.nat({ max: 2 }), what: fc.constantFrom(...happenings) });
    const time = startTestClock();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
        const phones = [newPhone(), newPhone(), magicPhone('5550008')];
        heldQueue.messages.length = 0;
        const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones));
        await quiet.drain(time, (message) =>
          message.queue === 'sendBroadcast' ? quiet.consumeMessage(message) : Promise.resolve(),
        );
        const claims = (await findRecipients(id, phones)).filter((row) => row && row.state !== 'failed');
        const repliers = new Set<number>();
        for (const round of rounds) {
          const messages = await findClaimedMessages(
            claims.flatMap((row) => (row?.state === 'failed' || !row ? [] : [row])),
          );
          await Promise.all(
            round.map(async ({ place, what }) => {
              const [message, phone] = [messages[place], phones[place]];
              if (!message || phone === undefined) throw new Error('There is no message.');
              if (what === 'reply' && message.channel_message_id !== null) repliers.add(place);
              await happen(message, phone, sender.number.id, what);
            }),
          );
        }
        const shown = await getBroadcast(sender.id, id);
        expect(shown).toMatchObject(await quiet.recount(id, phones));
        expect(shown.pending_count + shown.sent_count + shown.failed_count).toBe(3);
        expect(shown.replied_count).toBeGreaterThanOrEqual([...repliers].filter((place) => place < 2).length);
        expect(shown.replied_count).toBeLessThanOrEqual(3);
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('count a recipient who replies several times, and at once, as one', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [] });
    const phones = [newPhone(), newPhone()];
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones));
    await quiet.drain(time);
    const reply = () => processInbound({ item: replyOf(phones[0] ?? '', sender.number.id), postponements: 5 });
    await Promise.all([reply(), reply(), reply()]);
    await reply();
    expect(await getBroadcast(sender.id, id)).toMatchObject({ replied_count: 1, sent_count: 2 });
  });

  it('move with the state: queued, sending, sent, each with its time', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], throttle_times: 1 });
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([newPhone(), magicPhone('5550005')]));
    const queued = await getBroadcast(sender.id, id);
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    const sending = await getBroadcast(sender.id, id);
    await quiet.drain(time);
    const sent = await getBroadcast(sender.id, id);
    expect(queued).toMatchObject({ status: 'queued', pending_count: 2, started_at: null, completed_at: null });
    expect(sending).toMatchObject({ status: 'sending', pending_count: 1, sent_count: 1, completed_at: null });
    expect(sending.started_at).toEqual(expect.any(String));
    expect(sent).toMatchObject({ status: 'sent', sent_count: 2, started_at: sending.started_at });
    expect((sent.completed_at ?? '') > (sent.started_at ?? '')).toBe(true);
  });
});
