import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { checkBroadcast } from '../../../functions/domain/broadcasts/check-broadcast.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { deleteSegmentMembers } from '../../../functions/domain/segments/members.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findAudience, findChunks } from '../../../functions/table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { countUsedMessages, listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { countMembers, seedContacts, seedMembers } from '../../support/segments.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';

const toJob = ({ workspace_id, id }: StoredBroadcast) => ({ workspaceId: workspace_id, broadcastId: id });

const withPhone: SegmentFilter = { match: 'all', rules: [{ field: 'phone', op: 'exists', value: '' }] };

describe('prepareBroadcast that crashes', () => {
  it('a crash at any call stores and counts every contact of the segment once', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const phones = Array.from({ length: 460 }, (_, index) => `+49151${String(10_000_000 + index)}`);
    await seedContacts(workspaceId, phones.length, (index) => ({ phone: phones[index] ?? null }));
    const callCount = await crashAtEveryCall({
      prepare: () =>
        quiet.storeQuietBroadcast(workspaceId, [], {
          audience: { is_finished: false, segment: { id: newId(), filter: withPhone } },
        }),
      run: (broadcast) => prepareBroadcast(toJob(broadcast)),
      verify: async ({ id }, { label }) => {
        const audience = await findAudience(id);
        expect(audience?.is_finished, label).toBe(true);
        const chunks = await findChunks(id, 0, audience?.chunks ?? 0);
        const stored = chunks.flatMap(({ entries }) => entries.map(({ phone }) => phone));
        expect(stored.sort(), label).toEqual(phones);
        expect(await getBroadcast(workspaceId, id), label).toMatchObject({ accepted: 460, rejected: 0 });
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(8);
  });
});

describe('checkBroadcast that crashes', () => {
  it('a crash at any call of the watchdog loses neither a stalled lane nor the next watchdog', async () => {
    const time = startTestClock();
    const { id: workspaceId } = await makeWorkspace();
    await crashAtEveryCall({
      prepare: async () => {
        const broadcast = await quiet.storeQuietBroadcast(workspaceId, quiet.toEntries([magicPhone('1111111')]), {
          lanes: 2,
        });
        time.advanceTo(clock.now() + 15 * 60_000);
        return broadcast;
      },
      run: (broadcast) => checkBroadcast(toJob(broadcast)),
      verify: async (broadcast, { label }) => {
        const jobs = new Set(heldQueue.messages.map(({ queue, body }) => `${queue} ${Object(body).lane}`));
        expect(jobs, label).toEqual(new Set(['sendBroadcast 0', 'sendBroadcast 1', 'checkBroadcast undefined']));
        expect(await getBroadcast(workspaceId, broadcast.id), label).toMatchObject({ completed_at: null });
      },
    });
  });

  it('a crash at any call of a check fails the message once, completes the broadcast and sends nothing again', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const phone = magicPhone('5550008');
        const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([phone]));
        heldQueue.messages.length = 0;
        await quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0));
        time.advanceTo(clock.now() + 10 * 60_000);
        const used = await countUsedMessages(sender.id);
        return { broadcast, phone, used };
      },
      run: ({ broadcast, phone }) => checkBroadcast({ ...toJob(broadcast), phone }),
      verify: async ({ broadcast, phone, used }, { label }) => {
        const counters = { pending_count: 0, sent_count: 0, failed_count: 1, completed_at: expect.any(String) };
        expect(await getBroadcast(sender.id, broadcast.id), label).toMatchObject(counters);
        const sent = (await listSentBodies(sender.number)).filter(({ to }) => to === phone);
        expect(sent.length, label).toBe(1);
        expect(await countUsedMessages(sender.id), label).toBe(used);
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(4);
  });
});

describe('deleteSegmentMembers that crashes', () => {
  it('a crash at any call leaves no member behind', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const segmentId = newId();
        await seedMembers(segmentId, 110);
        return segmentId;
      },
      run: (segmentId) => deleteSegmentMembers({ task: 'delete_members', segmentId }),
      verify: async (segmentId, { label }) => {
        expect((await countMembers(workspaceId, segmentId)).rows, label).toBe(0);
      },
    });
    // Two queries, and five batch writes of 25 keys.
    expect(callCount).toBe(7);
  });

  it('a crash around the call that enqueues the next run leaves no member of more than 1,000 behind', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const callCount = await crashAtEveryCall({
      firstCall: 50,
      prepare: async () => {
        const segmentId = newId();
        await seedMembers(segmentId, 1_030);
        return segmentId;
      },
      run: (segmentId) => deleteSegmentMembers({ task: 'delete_members', segmentId }),
      verify: async (segmentId, { hasCrashed, label }) => {
        if (!hasCrashed) expect((await countMembers(workspaceId, segmentId)).rows, label).toBe(30);
        await runHeldJobs(deleteSegmentMembers);
        expect((await countMembers(workspaceId, segmentId)).rows, label).toBe(0);
      },
    });
    // Ten queries, forty batch writes of 25 keys, and the next run.
    expect(callCount).toBe(51);
  });
});
