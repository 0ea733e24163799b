import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cancelBroadcast, getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { toMonth } from '../../../functions/domain/workspaces/message-quota.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { reserveChunkQuota } from '../../../functions/table/broadcasts/lanes.ts';
import { findRecipients } from '../../../functions/table/broadcasts/recipients.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { magicPhone } from '../../support/broadcasts.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import {
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
} from '../../support/simulator.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

const makeQuietSender = async () => {
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], throttle_times: 1 });
  return sender;
};

const reasonsOf = async (broadcastId: string, phones: string[]): Promise<(string | undefined)[]> => {
  const rows = await findRecipients(broadcastId, phones);
  return rows.map((row) => (row?.state === 'failed' ? row.reason.code : row?.state));
};

const newPhones = (length: number): string[] => Array.from({ length }, newPhone);

describe('a plan', () => {
  it('that ends in the middle covers the first, fails the others for that reason, and is used up exactly', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    await updateWorkspace(sender.id, { messages_per_month: 7 });
    const phones = newPhones(12);
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 5 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 7, failed_count: 5 });
    expect(await reasonsOf(id, phones)).toEqual([...Array(7).fill('called'), ...Array(5).fill('plan_limit_reached')]);
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([7, 7]);
  });

  it('gets back what the channel refused, which then covers others', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    await updateWorkspace(sender.id, { messages_per_month: 4 });
    const refused = [magicPhone('5550001'), magicPhone('5550001')];
    const phones = [...refused, ...newPhones(4)];
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 3 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ sent_count: 4, failed_count: 2 });
    expect(await countUsedMessages(sender.id)).toBe(4);
  });

  it('is never overspent by lanes, other broadcasts and single messages at once', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    await updateWorkspace(sender.id, { messages_per_month: 10 });
    const lists = [newPhones(8), newPhones(8)];
    for (const phones of lists) {
      await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 2, lanes: 4 });
    }
    const lanes = heldQueue.messages.splice(0);
    const singles = newPhones(3).map((to) => postMessage(sender.key, { to, text: 'Hi' }));
    await Promise.all([...lanes.map(quiet.consumeMessage), ...singles]);
    await quiet.drain(time);
    expect((await listSentBodies(sender.number)).length).toBe(await countUsedMessages(sender.id));
    expect(await countUsedMessages(sender.id)).toBe(10);
  }, 60_000);

  it('without a limit is counted all the same', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = [...newPhones(3), magicPhone('5550001'), magicPhone('5550005')];
    await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 2 });
    await quiet.drain(time);
    expect(await countUsedMessages(sender.id)).toBe(4);
  });
});

describe('a subscription that lapses in the middle', () => {
  it('fails the rest for that reason', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = [magicPhone('5550005'), ...newPhones(5)];
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 2 });
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    await updateWorkspace(sender.id, { subscription: 'lapsed' });
    await quiet.drain(time);
    expect(await reasonsOf(id, phones)).toEqual(['called', 'called', ...Array(4).fill('subscription_lapsed')]);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 5 });
    expect(await countUsedMessages(sender.id)).toBe(1);
  });
});

describe('a broadcast that is canceled', () => {
  it('before it began sends nothing', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = newPhones(6);
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), {
      entriesPerChunk: 2,
      lanes: 2,
    });
    await cancelBroadcast(sender.id, id);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({
      status: 'canceled',
      failed_count: 6,
      started_at: null,
      completed_at: expect.any(String),
    });
    expect(await reasonsOf(id, phones)).toEqual(Array(6).fill('canceled'));
    expect([await listSentBodies(sender.number), await countUsedMessages(sender.id)]).toEqual([[], 0]);
  });

  it('in the middle stops, settles what was claimed, and gives back what it had spent for the rest', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    // One was sent, of one no answer came, and one waits for the channel.
    const phones = [newPhone(), magicPhone('5550008'), magicPhone('5550005'), ...newPhones(6)];
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 3 });
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sending', sent_count: 1, pending_count: 8 });
    await cancelBroadcast(sender.id, id);
    await quiet.drain(time);
    const shown = await getBroadcast(sender.id, id);
    expect(shown).toMatchObject({ status: 'canceled', completed_at: expect.any(String) });
    expect(shown).toMatchObject({ sent_count: 1, failed_count: 8, pending_count: 0 });
    expect(shown).toMatchObject(await quiet.recount(id, phones));
    expect((await reasonsOf(id, phones)).slice(3)).toEqual(Array(6).fill('canceled'));
    expect([(await listSentBodies(sender.number)).length, await countUsedMessages(sender.id)]).toEqual([2, 2]);
  });

  it('gives back what another call reserved at the same moment', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(newPhones(2)));
    await cancelBroadcast(sender.id, broadcast.id);
    const month = toMonth(Date.now());
    afterReading('#CHUNK', () => reserveChunkQuota(broadcast, 0, { reserved: 2, month, limit: null }));
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'canceled', failed_count: 2 });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });

  it('while others are still sending spends no more than was sent', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = newPhones(10);
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 5 });
    const [lane] = heldQueue.messages.splice(0);
    if (!lane) throw new Error('There is no lane.');
    const late = quiet.consumeMessage(lane);
    await cancelBroadcast(sender.id, id);
    await Promise.all([late, quiet.consumeMessage(lane)]);
    await quiet.drain(time);
    const shown = await getBroadcast(sender.id, id);
    expect(shown).toMatchObject({ status: 'canceled', pending_count: 0, completed_at: expect.any(String) });
    expect((await listSentBodies(sender.number)).length).toBe(shown.sent_count);
    expect(await countUsedMessages(sender.id)).toBe(shown.sent_count);
  });
});

/** Lets something happen, once, just after this part of the table was read. */
const afterReading = (part: string, happen: () => Promise<unknown>) => {
  const send = table.send.bind(table);
  let isDone = false;
  const spy = vi.spyOn(table, 'send').mockImplementation(async (command: { input: object }) => {
    const result = await (send as (command: object) => Promise<void>)(command);
    if (!isDone && JSON.stringify(command.input).includes(part)) {
      isDone = true;
      await happen();
    }
    return result;
  });
  onTestFinished(() => spy.mockRestore());
};
