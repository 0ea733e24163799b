import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, inject, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import type { QueueJob } from '../../../functions/model/jobs/job.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { chunkPart, findChunks } from '../../../functions/table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { findLane } from '../../../functions/table/broadcasts/lanes.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { startChannelProxy } from '../../support/channels/channel-proxy.ts';
import {
  beforeEachSend,
  callSimulator,
  connectNumber,
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';
import { startFunction } from '../../support/functions.ts';
import { heldQueue, holdMessages, startTestClock } from '../../support/messages/held-messages.ts';

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
  const refused = [magicPhone('5550001')];
  const phones = [...newPhones(6), ...refused, magicPhone('5550005')];
  const broadcast = await quiet.storeQuietBroadcast(sender.id, phones, { entriesPerChunk: 2, lanes: 2 });
  await quiet.drain(time, async (message) => {
    await Promise.all([quiet.consumeMessage(message), quiet.consumeMessage(message), quiet.consumeMessage(message)]);
  });
  expect(heldQueue.deadLetters).toEqual([]);
  const sent = (await listSentBodies(sender.number)).map(({ to }) => to).sort();
  expect(sent).toEqual(phones.filter((phone) => !refused.includes(phone)).sort());
  const completed = await getBroadcast(sender.id, broadcast.id);
  expect(completed).toMatchObject({ status: 'sent', pending_count: 0, sent_count: 7, failed_count: 1 });
  expect(completed).toMatchObject(await quiet.recount(broadcast.id, phones));
  expect(await countUsedMessages(sender.id)).toBe(7);
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

it('a number in two chunks gets one message: its duplicate counts as failed', async () => {
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

/** The jobs that the stream enqueues for a new broadcast. */
const buildFirstJobs = (broadcast: StoredBroadcast) =>
  toEffects({ before: undefined, after: { ...broadcast, entity: 'broadcast' } }).jobs;

const loseAllButTheWatchdog = async (broadcast: StoredBroadcast): Promise<void> => {
  heldQueue.messages.length = 0;
  await holdMessages(buildFirstJobs(broadcast).filter(({ queue }) => queue === 'checkBroadcast'));
  expect(heldQueue.messages).toHaveLength(1);
};

describe('a broadcast whose jobs are lost', () => {
  it('the watchdog restarts stalled lanes until the broadcast is completed', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = newPhones(3);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, phones, { lanes: 2, entriesPerChunk: 1 });
    await loseAllButTheWatchdog(broadcast);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 3 });
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
    expect(heldQueue.messages).toEqual([]);
  });
});

it('the watchdog leaves live lanes alone and reschedules itself', async () => {
  startTestClock();
  const sender = await makeQuietSender();
  const broadcast = await quiet.storeQuietBroadcast(sender.id, [newPhone()]);
  heldQueue.messages.length = 0;
  const watchdog = buildFirstJobs(broadcast).find(({ queue }) => queue === 'checkBroadcast');
  if (watchdog) await quiet.consumeMessage(watchdog);
  const [{ queue, delaySeconds } = {}, ...others] = heldQueue.messages;
  expect([queue, delaySeconds, others]).toEqual(['checkBroadcast', 900, []]);
});

const startLane = ({ body }: QueueJob): ChildProcess => {
  const record = { messageId: 'kill', body: JSON.stringify(body), attributes: { ApproximateReceiveCount: '1' } };
  return startFunction('sendBroadcast', { Records: [record] }, 30_000);
};

it('a worker killed during a send leaves no other recipient without a message or with two', async () => {
  const time = startTestClock();
  const { id: workspaceId } = await makeWorkspace();
  const running: { child?: ChildProcess } = {};
  const { url, close } = await startChannelProxy(async (sends, passOn) => {
    const answer = await passOn();
    if (sends < 3) return answer;
    running.child?.kill('SIGKILL');
    return undefined;
  });
  const number = await connectNumber(workspaceId, url);
  await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
  const phones = newPhones(5);
  const broadcast = await quiet.storeQuietBroadcast(workspaceId, phones);
  running.child = startLane(quiet.buildLaneJob(broadcast, 0));
  expect(await once(running.child, 'exit')).toEqual([null, 'SIGKILL']);
  close();
  const { id: phone_number_id, waba_id, access_token } = number;
  const account = { phone_number_id, waba_id, access_token, api_version: 'v25.0' };
  await connectMsgapp(workspaceId, { ...account, base_url: inject('simulator').url });
  time.advanceTo(clock.now() + 180_000);
  await quiet.drain(time);
  const completed = await getBroadcast(workspaceId, broadcast.id);
  expect(completed).toMatchObject({ pending_count: 0, completed_at: expect.any(String) });
  expect(completed.sent_count + completed.failed_count).toBe(5);
  expect(completed.failed_count).toBeGreaterThan(0);
  const sent = (await listSentBodies(number)).map(({ to }) => to);
  expect(sent.length).toBe(new Set(sent).size);
  expect(sent.length).toBeGreaterThanOrEqual(completed.sent_count);
  expect(await countUsedMessages(workspaceId)).toBe(5);
});
