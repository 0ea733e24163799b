import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, inject, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import type { QueueJob } from '../../../functions/model/jobs.ts';
import { clock } from '../../../functions/platform/clock.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { startChannelProxy } from '../../support/channels/channel-proxy.ts';
import {
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

/** The jobs that the stream enqueues for a new broadcast. */
const buildFirstJobs = (broadcast: StoredBroadcast) =>
  toEffects({ before: undefined, after: { ...broadcast, entity: 'broadcast' } }).jobs;

const loseAllButTheWatchdog = async (broadcast: StoredBroadcast): Promise<void> => {
  heldQueue.messages.length = 0;
  await holdMessages(buildFirstJobs(broadcast).filter(({ queue }) => queue === 'checkBroadcast'));
  expect(heldQueue.messages).toHaveLength(1);
};

describe('a broadcast whose jobs are lost', () => {
  it('the watchdog restarts stalled lanes, and stops once the broadcast is completed', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = newPhones(6);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, phones, { lanes: 2, entriesPerChunk: 2 });
    await loseAllButTheWatchdog(broadcast);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 6 });
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

it('a worker killed during a send loses no other recipient, and none gets two messages', async () => {
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
