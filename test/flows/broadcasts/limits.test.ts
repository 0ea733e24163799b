import { describe, expect, it } from 'vitest';
import { cancelBroadcast, getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { quotaDayAt } from '../../../functions/domain/workspaces/message-quota.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { reserveChunkQuota } from '../../../functions/table/broadcasts/lanes.ts';
import { findRecipients } from '../../../functions/table/broadcasts/recipients.ts';
import { queryUsage } from '../../../functions/table/workspaces/message-quota.ts';
import { getRecipients, magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { countUsedMessages, listSentBodies, makeQuietSender, postMessage } from '../../support/channels/simulator.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';

const listReasons = async (broadcastId: string, phones: string[]): Promise<(string | undefined)[]> => {
  const rows = await findRecipients(broadcastId, phones);
  return rows.map((row) => (row?.state === 'failed' ? row.reason.code : row?.state));
};

describe('the monthly quota', () => {
  it('a quota that ends in the middle is used up exactly: the other recipients fail with plan_limit_reached', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    await updateWorkspace(sender.id, { messages_per_month: 3 });
    const phones = newPhones(6);
    const { id } = await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 2 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 3, failed_count: 3 });
    expect(await listReasons(id, phones)).toEqual([...Array(3).fill('called'), ...Array(3).fill('plan_limit_reached')]);
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([3, 3]);
  });

  it('what a chunk does not use is refunded on the day of its reservation, even if it ends a day later', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    // The second is refused, the third is throttled at first.
    const phones = [newPhone(), magicPhone('5550001'), magicPhone('5550005')];
    const { month, day } = quotaDayAt(clock.now());
    await quiet.storeQuietBroadcast(sender.id, phones);
    await quiet.consumeFirst();
    const countDay = async () => (await queryUsage(sender.id, month, month))[0]?.days[Number(day) - 1];
    expect(await countDay()).toBe(3);
    time.advanceTo(clock.now() + 24 * 60 * 60 * 1_000);
    await quiet.drain(time);
    expect(await queryUsage(sender.id, month, month)).toMatchObject([{ messagesUsed: 2 }]);
    expect(await countDay()).toBe(2);
  });

  it('quota of refused messages is refunded and used for other recipients', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    await updateWorkspace(sender.id, { messages_per_month: 4 });
    const refused = [magicPhone('5550001'), magicPhone('5550001')];
    const phones = [...refused, ...newPhones(4)];
    const { id } = await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 3 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ sent_count: 4, failed_count: 2 });
    expect(await countUsedMessages(sender.id)).toBe(4);
  });

  it('concurrent lanes, broadcasts and single messages never exceed the quota', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    await updateWorkspace(sender.id, { messages_per_month: 6 });
    const lists = [newPhones(4), newPhones(4)];
    for (const phones of lists) await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 1, lanes: 4 });
    const lanes = heldQueue.messages.splice(0);
    const singles = newPhones(2).map((to) => postMessage(sender.key, { to, text: 'Hi' }));
    await Promise.all([...lanes.map(quiet.consumeMessage), ...singles]);
    await quiet.drain(time);
    expect((await listSentBodies(sender.number)).length).toBe(await countUsedMessages(sender.id));
    expect(await countUsedMessages(sender.id)).toBe(6);
  });
});

it('a subscription that lapses in the middle fails the rest with subscription_lapsed', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender({ throttle_times: 1 });
  const phones = [magicPhone('5550005'), ...newPhones(3)];
  const { id } = await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 2 });
  await quiet.consumeFirst();
  await updateWorkspace(sender.id, { subscription: 'lapsed' });
  await quiet.drain(time);
  expect(await listReasons(id, phones)).toEqual(['called', 'called', ...Array(2).fill('subscription_lapsed')]);
  expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 3 });
  expect(await countUsedMessages(sender.id)).toBe(1);
});

describe('a canceled broadcast', () => {
  it('a broadcast canceled in the middle stops, resolves its claims and refunds unused quota', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    // The first is sent, the second gets no response, the third is throttled.
    const phones = [newPhone(), magicPhone('5550008'), magicPhone('5550005'), ...newPhones(2)];
    const { id } = await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 3 });
    await quiet.consumeFirst();
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', sent_count: 1, pending_count: 4 });
    await cancelBroadcast(sender.id, id);
    await quiet.drain(time);
    const canceled = await getBroadcast(sender.id, id);
    expect(canceled).toMatchObject({ status: 'canceled', completed_at: expect.any(String) });
    expect(canceled).toMatchObject({ sent_count: 1, failed_count: 4, pending_count: 0 });
    expect(canceled).toMatchObject(await quiet.recount(id, phones));
    expect((await listReasons(id, phones)).slice(3)).toEqual(Array(2).fill('canceled'));
    expect((await getRecipients(sender.key, id, 'status=canceled')).json.data).toHaveLength(3);
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([2, 2]);
  });

  it('quota that another worker reserves during the cancellation is refunded', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const broadcast = await quiet.storeQuietBroadcast(sender.id, newPhones(2));
    await cancelBroadcast(sender.id, broadcast.id);
    const quotaDay = quotaDayAt(Date.now());
    const reservation = { reserved: 2, ...quotaDay, limit: null };
    const other = actBefore(writes('#CHUNK'), () => reserveChunkQuota(broadcast, 0, reservation));
    await quiet.drain(time);
    expect(other.hasActed()).toBe(true);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'canceled', failed_count: 2 });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });
});
