import { expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { chunkPart, findChunks } from '../../../functions/table/broadcasts/audience.ts';
import { findLane } from '../../../functions/table/broadcasts/lanes.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  beforeEachSend,
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
} from '../../support/channels/simulator.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';

/** Holds the next call to the channel until the gate opens; later calls pass. */
const closeGate = () => {
  let isReached = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  beforeEachSend((sends) => {
    isReached = true;
    return sends === 1 ? promise : undefined;
  });
  return { isReached: () => isReached, open: resolve };
};

it('concurrent workers send to each recipient once, record each outcome and use quota only for accepted messages', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender({ throttle_times: 1 });
  const refused = [magicPhone('5550001'), magicPhone('5550001')];
  const throttled = [magicPhone('5550005'), magicPhone('5550005')];
  const phones = [...newPhones(16), ...refused, ...throttled];
  const broadcast = await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 5, lanes: 2 });
  await quiet.drain(time, async (message) => {
    await Promise.all([quiet.consumeMessage(message), quiet.consumeMessage(message), quiet.consumeMessage(message)]);
  });
  expect(heldQueue.deadLetters).toEqual([]);
  const sent = (await listSentBodies(sender.number)).map(({ to }) => to).sort();
  expect(sent).toEqual(phones.filter((phone) => !refused.includes(phone)).sort());
  const completed = await getBroadcast(sender.id, broadcast.id);
  expect(completed).toMatchObject({ status: 'sent', pending_count: 0, sent_count: 18, failed_count: 2 });
  expect(completed).toMatchObject(await quiet.recount(broadcast.id, phones));
  expect(await countUsedMessages(sender.id)).toBe(18);
});

it('a second worker does not advance the lane before the response, so a refused message costs no quota', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender({ throttle_times: 1 });
  const phone = magicPhone('5550001');
  const { id } = await quiet.storeQuietBroadcast(sender.id, [phone]);
  const [lane] = heldQueue.messages;
  if (!lane) throw new Error('The lane has no job.');
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

it('a number in two chunks gets one message, and its duplicate counts as failed', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender({ throttle_times: 1 });
  const [phone, otherPhone] = [newPhone(), newPhone()];
  const entries = [phone, otherPhone, phone];
  const { id } = await quiet.storeQuietBroadcast(sender.id, entries, { entriesPerChunk: 2, lanes: 2 });
  await quiet.drain(time);
  expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 1 });
  expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual([phone, otherPhone].sort());
  expect(await countUsedMessages(sender.id)).toBe(2);
});

it('a job that arrives after completion changes nothing', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender({ throttle_times: 1 });
  const broadcast = await quiet.storeQuietBroadcast(sender.id, [newPhone()]);
  await quiet.drain(time);
  const completed = await getBroadcast(sender.id, broadcast.id);
  expect(completed).toMatchObject({ status: 'sent', completed_at: expect.any(String) });
  await quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0));
  expect(await getBroadcast(sender.id, broadcast.id)).toEqual(completed);
  expect(await listSentBodies(sender.number)).toHaveLength(1);
});

it('a lane waits for a chunk that the audience counts, because the two are not read as one snapshot', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender({ throttle_times: 1 });
  const broadcast = await quiet.storeQuietBroadcast(sender.id, [newPhone()]);
  const chunks = await findChunks(broadcast.id, 0, 1);
  await transact([{ Delete: { Key: keys.broadcastChunk(broadcast.id, 0) } }]);
  await quiet.consumeFirst();
  expect(await findLane(broadcast.id, 0)).toMatchObject({ chunk: 0, is_completed: false });
  await transact(chunks.map((chunk) => chunkPart(broadcast.id, chunk)));
  await quiet.drain(time);
  expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 1 });
});
