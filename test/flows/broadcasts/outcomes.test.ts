import { describe, expect, inject, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { listShownRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import type { ShownRecipient } from '../../../functions/model/broadcasts/broadcast.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { findClaimedMessages, findRecipient } from '../../../functions/table/broadcasts/recipients.ts';
import { magicPhone, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';

const storeBroadcast = (sender: SendingWorkspace, phones: string[]) => quiet.storeQuietBroadcast(sender.id, phones);

const findMessageTo = async (broadcastId: string, phone: string) => {
  const recipient = await findRecipient(broadcastId, phone);
  if (!isClaim(recipient)) throw new Error('The recipient has no message.');
  return { recipient, message: (await findClaimedMessages([recipient]))[0] };
};

const reportStatus = async ({ number }: SendingWorkspace, status: string) => {
  const { ids } = await callSimulator<{ ids: string[] }>('GET', `/sent?ids=true&account_id=${number.id}`);
  await callSimulator('POST', '/status', { message_id: ids.at(-1), status });
};

describe('the outcome of a recipient', () => {
  it.each([
    ['a throttled recipient', { throttle_times: 3 }, magicPhone('5550005'), [undefined, 2, 4, 8]],
    ['a transient fault of the channel', { fail_next: { count: 2, code: 131000 } }, newPhone(), [undefined, 2, 4]],
  ])('%s is retried with backoff until the recipient has one message', async (_, switches, phone, expected) => {
    const time = startTestClock();
    const sender = await makeQuietSender(switches);
    const { id } = await storeBroadcast(sender, [phone]);
    const delays: (number | undefined)[] = [];
    await quiet.drain(time, (message) => {
      delays.push(message.delaySeconds);
      return quiet.consumeMessage(message);
    });
    expect(delays).toEqual(expected);
    expect((await findMessageTo(id, phone)).recipient).toMatchObject({ state: 'called', calls: expected.length });
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 0 });
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([1, 1]);
  });

  it('a recipient whose transient fault persists fails after 13 calls and costs no quota', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = magicPhone('5550006');
    const { id } = await storeBroadcast(sender, [phone]);
    const retries: ShownRecipient['retry'][] = [];
    await quiet.drain(time, async (job) => {
      await quiet.consumeMessage(job);
      const { items } = await listShownRecipients(sender.id, id, {}, { limit: 1, after: undefined });
      retries.push(items[0]?.retry);
    });
    const { recipient, message } = await findMessageTo(id, phone);
    expect(recipient).toMatchObject({ calls: 13 });
    expect(retries).toContainEqual({ code: '131000', calls: 12 });
    expect(retries.at(-1)).toBeUndefined();
    expect(message).toMatchObject({ status: 'failed', error: { code: 131000 } });
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', failed_count: 1, pending_count: 0 });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });

  it('a recipient that stays throttled fails after half an hour and costs no quota', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = magicPhone('5550005');
    const { id } = await storeBroadcast(sender, [phone, newPhone()]);
    const startedMs = clock.now();
    await quiet.drain(time);
    const minutes = (clock.now() - startedMs) / 60_000;
    expect(minutes).toBeGreaterThan(20);
    expect(minutes).toBeLessThan(40);
    expect((await findMessageTo(id, phone)).message).toMatchObject({ status: 'failed', error: { code: 130429 } });
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 1 });
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('a recipient without response fails as unknown after five minutes until a late receipt corrects it', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = magicPhone('5550008');
    const { id } = await storeBroadcast(sender, [phone]);
    await quiet.consumeFirst();
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', pending_count: 1 });
    const [check] = heldQueue.messages;
    expect(check).toMatchObject({ queue: 'checkBroadcast', delaySeconds: 300 });
    // An early check reschedules itself.
    if (check) await quiet.consumeMessage(check);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', pending_count: 1 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', pending_count: 0, failed_count: 1 });
    const { message } = await findMessageTo(id, phone);
    expect(message).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('unknown') } });
    expect(await listSentBodies(sender.number)).toHaveLength(1);
    await reportStatus(sender, 'delivered');
    await waitForBroadcast(sender.id, id, { failed_count: 0, sent_count: 1, delivered_count: 1 });
  });

  it('the receipt of a message without response completes the broadcast', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ receipts: ['sent', 'delivered'] });
    const { id } = await storeBroadcast(sender, [magicPhone('5550008')]);
    await quiet.consumeFirst();
    await waitForBroadcast(sender.id, id, { status: 'sent', completed_at: expect.any(String), delivered_count: 1 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', pending_count: 0, sent_count: 1 });
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([1, 1]);
  });
});

it('an unreachable channel is retried until it responds', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender();
  const phones = [newPhone(), newPhone()];
  const { id } = await storeBroadcast(sender, phones);
  const { id: phone_number_id, waba_id, access_token } = sender.number;
  const account = { phone_number_id, waba_id, access_token, api_version: 'v25.0' };
  const connectTo = (base_url: string) => connectMsgapp(sender.id, { ...account, base_url });
  await connectTo('http://127.0.0.1:9');
  await quiet.consumeFirst();
  expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', pending_count: 2 });
  await connectTo(inject('simulator').url);
  await quiet.drain(time);
  expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 0 });
  expect(await listSentBodies(sender.number)).toHaveLength(2);
});
