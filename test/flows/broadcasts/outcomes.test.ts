import { describe, expect, inject, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { findClaimedMessages, findRecipient } from '../../../functions/table/broadcasts/recipients.ts';
import { magicPhone, waitForBroadcast } from '../../support/broadcasts.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import {
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/simulator.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

const makeQuietSender = async (switches: object = {}): Promise<SendingWorkspace> => {
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], ...switches });
  return sender;
};

const begin = (sender: SendingWorkspace, phones: string[]) =>
  quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones));

const messageTo = async (broadcastId: string, phone: string) => {
  const recipient = await findRecipient(broadcastId, phone);
  if (!recipient || recipient.state === 'failed') throw new Error('There is no message.');
  return { recipient, message: (await findClaimedMessages([recipient]))[0] };
};

const report = async ({ number }: SendingWorkspace, status: string) => {
  const { ids } = await callSimulator<{ ids: string[] }>('GET', `/sent?ids=true&account_id=${number.id}`);
  await callSimulator('POST', '/status', { message_id: ids.at(-1), status });
};

describe('a recipient whom the channel', () => {
  it('refuses has failed for its reason, and costs nothing', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const [phone, unknown] = [newPhone(), magicPhone('5550001')];
    const { id } = await begin(sender, [phone, unknown]);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 1 });
    const { message } = await messageTo(id, unknown);
    expect(message).toMatchObject({ status: 'failed', error: { code: 131026 } });
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('refuses to all makes a broadcast that failed', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const { id } = await begin(sender, [magicPhone('5550001')]);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', failed_count: 1, sent_count: 0 });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });

  it('wants to wait is tried again after waits that double, and sent to once', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 3 });
    const { id } = await begin(sender, [magicPhone('5550005')]);
    const delays: (number | undefined)[] = [];
    await quiet.drain(time, (message) => {
      delays.push(message.delaySeconds);
      return quiet.consumeMessage(message);
    });
    expect(delays).toEqual([undefined, 2, 4, 8]);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1 });
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([1, 1]);
  });

  it('never stops refusing for its rate has failed after half an hour, and costs nothing', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = magicPhone('5550005');
    const { id } = await begin(sender, [phone, newPhone()]);
    const startedMs = clock.now();
    await quiet.drain(time);
    const minutes = (clock.now() - startedMs) / 60_000;
    expect(minutes).toBeGreaterThan(20);
    expect(minutes).toBeLessThan(40);
    expect((await messageTo(id, phone)).message).toMatchObject({ status: 'failed', error: { code: 130429 } });
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 1 });
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('accepts and then reports as failed moves from sent to failed', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const { id } = await begin(sender, [newPhone()]);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 0 });
    await report(sender, 'failed');
    await waitForBroadcast(sender.id, id, { status: 'sent', sent_count: 0, failed_count: 1, pending_count: 0 });
  });

  it('does not answer is settled after five minutes as unknown, once, and healed by a late receipt', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = magicPhone('5550008');
    const { id } = await begin(sender, [phone]);
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', pending_count: 1 });
    const [settle] = heldQueue.messages;
    expect(settle).toMatchObject({ queue: 'checkBroadcast', delaySeconds: 300 });
    // One that comes too early waits on.
    if (settle) await quiet.consumeMessage(settle);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', pending_count: 1 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', pending_count: 0, failed_count: 1 });
    const { message } = await messageTo(id, phone);
    expect(message).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('unknown') } });
    expect(await listSentBodies(sender.number)).toHaveLength(1);
    await report(sender, 'delivered');
    await waitForBroadcast(sender.id, id, { failed_count: 0, sent_count: 1, delivered_count: 1 });
  });

  it('took without an answer is settled by its receipt, and the broadcast ends', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ receipts: ['sent', 'delivered'] });
    const { id } = await begin(sender, [magicPhone('5550008')]);
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    await waitForBroadcast(sender.id, id, { status: 'sent', completed_at: expect.any(String), delivered_count: 1 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', pending_count: 0, sent_count: 1 });
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([1, 1]);
  });
});

describe('a channel that cannot be reached', () => {
  it('is tried again until it can', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = [newPhone(), newPhone()];
    const { id } = await begin(sender, phones);
    const place = (base_url: string) =>
      connectMsgapp(sender.id, {
        phone_number_id: sender.number.id,
        waba_id: sender.number.waba_id,
        access_token: sender.number.access_token,
        base_url,
        api_version: 'v25.0',
      });
    await place('http://127.0.0.1:9');
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', pending_count: 2 });
    await place(inject('simulator').url);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 0 });
    expect(await listSentBodies(sender.number)).toHaveLength(2);
  });
});
