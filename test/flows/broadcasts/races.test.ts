import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import type * as Send from '../../../functions/domain/channels/msgapp/send.ts';
import { chunkPart, findChunks } from '../../../functions/table/broadcasts/audience.ts';
import { findLane } from '../../../functions/table/broadcasts/lanes.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { magicPhone, waitForBroadcast } from '../../support/broadcasts.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, holdMessages, startTestClock } from '../../support/held-messages.ts';
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

/** Stands before the channel. */
const channel = vi.hoisted(() => ({ pass: async (): Promise<void> => undefined }));

vi.mock('../../../functions/domain/channels/msgapp/send.ts', async (importOriginal) => {
  const { sendToMsgapp } = await importOriginal<typeof Send>();
  return {
    sendToMsgapp: async (...order: Parameters<typeof sendToMsgapp>) => {
      await channel.pass();
      return sendToMsgapp(...order);
    },
  };
});

/** Holds the next call of the channel until the gate is opened; others pass. */
const closeGate = () => {
  let isReached = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  channel.pass = () => {
    isReached = true;
    channel.pass = async () => undefined;
    return promise;
  };
  return { isReached: () => isReached, open: resolve };
};

const makeQuietSender = async () => {
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], throttle_times: 1 });
  return sender;
};

describe('a lane that several calls drive at once', () => {
  it('sends to everybody once, tells how each ended, and spends what was sent', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const refused = [magicPhone('5550001'), magicPhone('5550001')];
    const throttled = [magicPhone('5550005'), magicPhone('5550005')];
    const phones = [...Array.from({ length: 16 }, newPhone), ...refused, ...throttled];
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), {
      entriesPerChunk: 5,
      lanes: 2,
    });
    await quiet.drain(time, async (message) => {
      await Promise.all([quiet.consumeMessage(message), quiet.consumeMessage(message), quiet.consumeMessage(message)]);
    });
    expect(heldQueue.deadLetters).toEqual([]);
    const sent = (await listSentBodies(sender.number)).map(({ to }) => to).sort();
    expect(sent).toEqual(phones.filter((phone) => !refused.includes(phone)).sort());
    const shown = await getBroadcast(sender.id, broadcast.id);
    expect(shown).toMatchObject({ status: 'sent', pending_count: 0, sent_count: 18, failed_count: 2 });
    expect(shown).toMatchObject(await quiet.recount(broadcast.id, phones));
    expect(await countUsedMessages(sender.id)).toBe(18);
  }, 90_000);

  it('is left by all but one of them', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = Array.from({ length: 12 }, newPhone);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 2 });
    heldQueue.messages.length = 0;
    await Promise.all(Array.from({ length: 3 }, () => quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0))));
    expect(heldQueue.messages.length).toBeLessThanOrEqual(3);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 12 });
    expect(await listSentBodies(sender.number)).toHaveLength(12);
  }, 60_000);
});

describe('a lane of which another call still asks the channel', () => {
  it('is not left before the answer, so that what was refused costs nothing', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = magicPhone('5550001');
    const { id } = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([phone]));
    const [lane] = heldQueue.messages;
    if (!lane) throw new Error('There is no lane.');
    const gate = closeGate();
    const first = quiet.consumeMessage(lane);
    await expect.poll(() => gate.isReached()).toBe(true);
    await quiet.consumeMessage(lane);
    expect(await findLane(id, 0)).toMatchObject({ chunk: 0, is_completed: false });
    gate.open();
    await first;
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', failed_count: 1 });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });
});

describe('a number that stands in two chunks', () => {
  it('is written to once, and counted once more as failed', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const [phone, other] = [newPhone(), newPhone()];
    const entries = quiet.toEntries([phone, other, phone]);
    const { id } = await quiet.storeQuietBroadcast(sender.id, entries, { entriesPerChunk: 2, lanes: 2 });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 1 });
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual([phone, other].sort());
    expect(await countUsedMessages(sender.id)).toBe(2);
  });
});

describe('a lane whose message', () => {
  it('died goes on when it is woken, from wherever it was left', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = Array.from({ length: 4 }, newPhone);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), { entriesPerChunk: 2 });
    await quiet.drain(time, () => Promise.reject(new Error('The table is away.')));
    expect(heldQueue.deadLetters).toHaveLength(1);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'queued', pending_count: 4 });
    await holdMessages(heldQueue.deadLetters);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 4 });
  });

  it('comes after the end changes nothing', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([newPhone()]));
    await quiet.drain(time);
    const ended = await getBroadcast(sender.id, broadcast.id);
    expect(ended).toMatchObject({ status: 'sent', completed_at: expect.any(String) });
    await quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0));
    expect(await getBroadcast(sender.id, broadcast.id)).toEqual(ended);
    expect(await listSentBodies(sender.number)).toHaveLength(1);
  });
});

describe('a lane that does not see the chunk which the plan counts', () => {
  it('waits for it, for plan and chunk are not read at one moment', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([newPhone()]));
    const chunks = await findChunks(broadcast.id, 0, 1);
    await transact([{ Delete: { Key: keys.broadcastChunk(broadcast.id, 0) } }]);
    const [message] = heldQueue.messages.splice(0);
    if (message) await quiet.consumeMessage(message);
    expect(await findLane(broadcast.id, 0)).toMatchObject({ chunk: 0, is_completed: false });
    await transact(chunks.map((chunk) => chunkPart(broadcast.id, chunk)));
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 1 });
  });
});

describe('a message that the channel took and the table did not keep', () => {
  it('ends the broadcast all the same, once its receipt has come', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phone = newPhone();
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([phone]));
    failToAccept();
    await quiet.drain(time, async (message) => {
      if (message.queue === 'checkBroadcast') await reportLast(sender, broadcast.id);
      await quiet.consumeMessage(message);
    });
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({
      status: 'sent',
      sent_count: 1,
      pending_count: 0,
      completed_at: expect.any(String),
    });
    expect(await listSentBodies(sender.number)).toHaveLength(1);
  });
});

/** The writes that keep a message as taken fail in this process; the service itself is well. */
const failToAccept = () => {
  const send = table.send.bind(table);
  const spy = vi.spyOn(table, 'send').mockImplementation(async (command: { input: object }) => {
    if (JSON.stringify(command.input).includes('#CHANNEL_MESSAGE#')) throw new Error('The table is away.');
    return (send as (command: object) => Promise<void>)(command);
  });
  onTestFinished(() => spy.mockRestore());
};

const reportLast = async ({ id, number }: SendingWorkspace, broadcastId: string) => {
  const { ids } = await callSimulator<{ ids: string[] }>('GET', `/sent?ids=true&account_id=${number.id}`);
  await callSimulator('POST', '/status', { message_id: ids.at(-1), status: 'delivered' });
  await waitForBroadcast(id, broadcastId, { sent_count: 1 });
};
