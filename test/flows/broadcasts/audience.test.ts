import { beforeAll, describe, expect, it, vi } from 'vitest';
import { splitIntoChunks } from '../../../functions/domain/broadcasts/audience.ts';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { prepareBroadcast, prepareSlotsMax } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { sendLane } from '../../../functions/domain/broadcasts/send-lane.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { newId } from '../../../functions/platform/ids.ts';
import {
  audiencePart,
  chunkPart,
  findAudience,
  findChunks,
  lanePart,
} from '../../../functions/table/broadcasts/audience.ts';
import { type StoredBroadcast, transitionBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { leaseFreeSlot } from '../../../functions/table/deliveries/worker-slots.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { seedContacts } from '../../support/segments.ts';

const everyone: SegmentFilter = { match: 'all', rules: [{ field: 'channel', op: 'is', value: 'msgapp' }] };

/** These are more than one page. */
const contactCount = 470;
let workspace: { id: string; key: string };
let phones: string[];

const toPhone = (index: number): string => `+4917${String(100_000_000 + index)}`;

/** Every hundredth contact. */
const lacksPhone = (index: number): boolean => index % 100 === 7;

beforeAll(async () => {
  workspace = await makeWorkspace();
  await seedContacts(workspace.id, contactCount, (index) => (lacksPhone(index) ? {} : { phone: toPhone(index) }));
  phones = [...Array(contactCount).keys()].filter((index) => !lacksPhone(index)).map(toPhone);
});

/** A broadcast whose audience is still to be read, and the job that reads it. */
const storePendingBroadcast = async (workspaceId: string, segment: { id: string; filter: SegmentFilter | null }) => {
  const broadcast = quiet.newQuietBroadcast(workspaceId, { accepted: 0, lanes: 4 });
  const progress = { before: broadcast.id, chunks: 0, is_finished: false, lanes_left: 4, segment };
  const template = { name: 'hello_world', language: 'en_US' };
  await transact([quiet.quietBroadcastPart(broadcast), audiencePart(broadcast.id, { template, ...progress })]);
  const job = { workspaceId, broadcastId: broadcast.id };
  return { broadcast, job };
};

const listSnapshotPhones = async (broadcastId: string): Promise<string[]> => {
  const audience = await findAudience(broadcastId);
  const chunks = await findChunks(broadcastId, 0, audience?.chunks ?? 0);
  expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, index) => index));
  return chunks.flatMap(({ entries }) => entries.map(({ phone }) => phone)).sort();
};

const expectComplete = async ({ id, workspace_id }: StoredBroadcast) => {
  expect(await listSnapshotPhones(id)).toEqual([...phones].sort());
  const { length: accepted } = phones;
  const counts = {
    total_recipients: contactCount,
    accepted,
    rejected: contactCount - accepted,
    pending_count: accepted,
  };
  expect(await getBroadcast(workspace_id, id)).toMatchObject(counts);
};

describe('the snapshot of a large audience', () => {
  it('concurrent and repeated jobs store every recipient once', async () => {
    const { broadcast, job } = await storePendingBroadcast(workspace.id, { id: newId(), filter: everyone });
    await Promise.all([prepareBroadcast(job), prepareBroadcast(job), prepareBroadcast(job)]);
    await prepareBroadcast(job);
    await expectComplete(broadcast);
  });

  it('broadcasts that hold the slots of a workspace defer only its own next one', async () => {
    const time = startTestClock();
    const [busy, other] = await Promise.all([makeWorkspace(), makeWorkspace()]);
    await Promise.all([busy, other].map(({ id }) => seedContacts(id, 1, () => ({ phone: toPhone(0) }))));
    const filtered = { id: newId(), filter: everyone };
    const waiting = await storePendingBroadcast(busy.id, filtered);
    const slots = Array.from({ length: prepareSlotsMax }, () =>
      leaseFreeSlot(busy.id, 'PREPARE', prepareSlotsMax, 60_000),
    );
    expect(await Promise.all(slots)).not.toContain(undefined);
    heldQueue.messages.length = 0;
    await prepareBroadcast(waiting.job);
    await prepareBroadcast({ ...waiting.job, deferrals: 20 });
    expect(heldQueue.messages).toMatchObject([
      {
        queue: 'prepareBroadcast',
        body: { ...waiting.job, deferrals: 1 },
        delaySeconds: expect.toSatisfy((s) => s <= 2),
      },
      { body: { deferrals: 21 }, delaySeconds: expect.toSatisfy((s) => s >= 150 && s <= 300) },
    ]);
    expect((await findAudience(waiting.broadcast.id))?.is_finished).toBe(false);
    const { broadcast, job } = await storePendingBroadcast(other.id, filtered);
    await prepareBroadcast(job);
    expect(await listSnapshotPhones(broadcast.id)).toEqual([toPhone(0)]);
    expect(await findItem(keys.workerSlot(other.id, 'PREPARE#0'))).toMatchObject({ leased_until_ms: 0 });
    // The workers that hold the slots are dead, and their leases end.
    time.advanceTo(Date.now() + 61_000);
    await prepareBroadcast(waiting.job);
    expect(await listSnapshotPhones(waiting.broadcast.id)).toEqual([toPhone(0)]);
  });

  it('contacts created after the broadcast are left out', async () => {
    const own = await makeWorkspace();
    await seedContacts(own.id, 3, (index) => ({ phone: toPhone(index) }));
    const { broadcast, job } = await storePendingBroadcast(own.id, { id: newId(), filter: everyone });
    await seedContacts(own.id, 2, (index) => ({ phone: toPhone(10 + index) }));
    await prepareBroadcast(job);
    expect(await listSnapshotPhones(broadcast.id)).toEqual([0, 1, 2].map(toPhone));
  });

  it('a number that two contacts have is stored once and rejected once', async () => {
    const own = await makeWorkspace();
    await seedContacts(own.id, 3, (index) => ({ phone: toPhone(index % 2) }));
    const { broadcast, job } = await storePendingBroadcast(own.id, { id: newId(), filter: everyone });
    await prepareBroadcast(job);
    expect(await listSnapshotPhones(broadcast.id)).toEqual([0, 1].map(toPhone));
    expect(await getBroadcast(own.id, broadcast.id)).toMatchObject({ accepted: 2, rejected: 1 });
  });

  it('a run whose time is up enqueues the job again', async () => {
    const time = startTestClock();
    const { broadcast, job } = await storePendingBroadcast(workspace.id, { id: newId(), filter: everyone });
    const send = table.send.bind(table);
    const spy = vi.spyOn(table, 'send').mockImplementation(async (...call: unknown[]) => {
      time.advanceTo(Date.now() + 30_000 * (1 + heldQueue.messages.length));
      return (send as (...all: unknown[]) => Promise<void>)(...call);
    });
    await prepareBroadcast(job);
    spy.mockRestore();
    expect(heldQueue.messages).toMatchObject([{ queue: 'prepareBroadcast', body: job }]);
    expect((await findAudience(broadcast.id))?.is_finished).toBe(false);
    await quiet.drain(time);
    await expectComplete(broadcast);
  });

  it('the audience of a canceled broadcast is read no further', async () => {
    const { broadcast, job } = await storePendingBroadcast(workspace.id, { id: newId(), filter: everyone });
    await transitionBroadcast(workspace.id, broadcast.id, ['queued'], { status: 'canceled' });
    await prepareBroadcast(job);
    expect(await listSnapshotPhones(broadcast.id)).toEqual([]);
    expect(await findAudience(broadcast.id)).toMatchObject({ is_finished: true });
  });
});

describe('the lanes of a large broadcast', () => {
  const storeWithLanes = async (workspaceId: string) => {
    const stored = await storePendingBroadcast(workspaceId, { id: newId(), filter: everyone });
    await transact([0, 1, 2, 3].map((lane) => lanePart(stored.broadcast.id, lane)));
    return stored;
  };

  it('no lane sends before the audience is complete, which then starts every lane', async () => {
    const time = startTestClock();
    const own = await makeSendingWorkspace();
    await seedContacts(own.id, 3, (index) => ({ phone: toPhone(index) }));
    const { broadcast, job } = await storeWithLanes(own.id);
    const [page] = splitIntoChunks([{ phone: toPhone(0) }], 0);
    if (page) await transact([chunkPart(broadcast.id, page)]);
    await sendLane({ ...job, lane: 0 });
    expect(await getBroadcast(own.id, broadcast.id)).toMatchObject({ status: 'queued', started_at: null });
    expect(heldQueue.messages).toEqual([]);
    if (page) await transact([{ Delete: { Key: keys.broadcastChunk(broadcast.id, page.index) } }]);
    await prepareBroadcast(job);
    expect(heldQueue.messages.map(({ queue, body }) => [queue, body])).toEqual(
      [0, 1, 2, 3].map((lane) => ['sendBroadcast', { v: 1, ...job, lane }]),
    );
    await quiet.drain(time);
    expect(await getBroadcast(own.id, broadcast.id)).toMatchObject({ status: 'sent', accepted: 3, sent_count: 3 });
  });

  it('an audience that turns out to be empty ends the broadcast as failed, with a reason', async () => {
    const time = startTestClock();
    const own = await makeSendingWorkspace();
    const { broadcast, job } = await storeWithLanes(own.id);
    await prepareBroadcast(job);
    await quiet.drain(time);
    const failure = { status: 'failed', failure_reason: { code: 'no_recipients' } };
    expect(await getBroadcast(own.id, broadcast.id)).toMatchObject({ total_recipients: 0, ...failure });
  });
});
