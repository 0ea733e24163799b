import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { checkBroadcast } from '../../../functions/domain/broadcasts/check-broadcast.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { deleteSegmentMembers, removalLimits } from '../../../functions/domain/segments/members.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { listKeys } from '../../../functions/platform/bucket.ts';
import { clock, dayMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import {
  findAudience,
  findChunks,
  findListedPage,
  listedPagePart,
} from '../../../functions/table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import * as recipients from '../../../functions/table/broadcasts/recipients.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import { putTakenFile } from '../../support/broadcasts/files.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeDue } from '../../support/broadcasts/scheduled-broadcasts.ts';
import { countUsedMessages, listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';
import { heldQueue, holdMessages, startTestClock } from '../../support/messages/held-messages.ts';
import { countMembers, seedContacts, seedMembers } from '../../support/segments.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { wrapOutsideCalls } from '../../support/table/outside-calls.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';
import { loseResponses } from '../../support/table/repeated-writes.ts';

/** Until the test ends, claims are stored, but the responses are lost for the numbers that match. */
const loseClaims = (isLost: (phone: string) => boolean): void => {
  const { putClaim } = recipients;
  const spy = vi.spyOn(recipients, 'putClaim').mockImplementation(async (...claim) => {
    const outcome = await putClaim(...claim);
    if (isLost(claim[1].phone)) throw new Error('The table did not respond.');
    return outcome;
  });
  onTestFinished(() => spy.mockRestore());
};

/** A broadcast to three recipients. */
const storeThree = async () => {
  wrapOutsideCalls();
  const time = startTestClock();
  const sender = await makeQuietSender();
  const phones = newPhones(3);
  const broadcast = await quiet.storeQuietBroadcast(sender.id, phones);
  const expectAllSentOnce = async () => {
    const counters = { status: 'sent', sent_count: 3, failed_count: 0 };
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject(counters);
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
  };
  return { time, broadcast, expectAllSentOnce };
};

/** A sent message is the last of its conversation, which awaits the reply to the broadcast. */
const expectComplete = async (message: StoredMessage, label: string): Promise<void> => {
  const { status, channel_message_id: channelMessageId } = message;
  if (status !== 'sent') return;
  const complete = completeAcceptance(message, String(channelMessageId));
  expect(await findAcceptance(message, String(channelMessageId)), label).toEqual(complete);
};

describe('a write whose response is lost', () => {
  it('a worker whose mark is written twice by the SDK still calls the channel, once', async () => {
    const { time, expectAllSentOnce } = await storeThree();
    const lost = loseResponses((input) => JSON.stringify(input).includes('"#called_by"'));
    await quiet.drain(time);
    expect(lost.count()).toBe(3);
    await expectAllSentOnce();
  });

  it('a claim whose response is lost is recovered with one message to its recipient', async () => {
    const { time, expectAllSentOnce } = await storeThree();
    const claimedPhones = new Set<string>();
    loseClaims((phone) => {
      const isFirst = !claimedPhones.has(phone);
      claimedPhones.add(phone);
      return isFirst;
    });
    await quiet.drain(time);
    expect(claimedPhones.size).toBe(3);
    await expectAllSentOnce();
  });
});

describe('a lane that crashes', () => {
  it.each([
    ['accepts and refuses', ['1234567', '5550001'], 0, { sent_count: 1, failed_count: 1 }],
    // The six calls before the response are the start, the slot, the quota, the claim, its mark and the call.
    ['throttles at first', ['5550005'], 6, { sent_count: 1, failed_count: 0 }],
  ])(
    'a crash at any call sends nothing twice that the channel %s, leaves none sent but incomplete, and the broadcast completes',
    async (_, endings, sharedChanges, undisturbed) => {
      const time = startTestClock();
      const sender = await makeQuietSender({ throttle_times: 1 });
      let usedBefore = 0;
      const callCount = await crashAtEveryCall({
        sharedChanges,
        prepare: async () => {
          const phones = endings.map(magicPhone);
          return { phones, broadcast: await quiet.storeQuietBroadcast(sender.id, phones) };
        },
        run: async ({ broadcast }, receiveCount) => {
          const job = quiet.buildLaneJob(broadcast, 0);
          if (receiveCount === 1) return quiet.consumeMessage(job);
          // SQS delivers the lane's job again once the function has timed out.
          time.advanceTo(clock.now() + 180_000);
          return holdMessages([job]);
        },
        verify: async ({ phones, broadcast }, { hasCrashed, label }) => {
          await quiet.drain(time);
          const sent = (await listSentBodies(sender.number)).map(({ to }) => to);
          const accepted = phones.filter((phone) => sent.includes(phone)).length;
          const usedNow = await countUsedMessages(sender.id);
          const used = usedNow - usedBefore;
          usedBefore = usedNow;
          const counters = await getBroadcast(sender.id, broadcast.id);
          expect(heldQueue.deadLetters, label).toEqual([]);
          expect(sent.length, label).toBe(new Set(sent).size);
          expect(counters, label).toMatchObject({ pending_count: 0, completed_at: expect.any(String) });
          expect(counters.sent_count + counters.failed_count, label).toBe(phones.length);
          expect(used, label).toBeGreaterThanOrEqual(accepted);
          for (const message of await quiet.findMessages(broadcast.id, phones)) await expectComplete(message, label);
          expect(used, label).toBeLessThanOrEqual(1 + (hasCrashed ? 1 : 0));
          const expected = { accepted: 1, used: 1, counters: undisturbed };
          if (!hasCrashed) expect({ accepted, used, counters }, label).toMatchObject(expected);
        },
      });
      expect(callCount).toBeGreaterThanOrEqual(10);
    },
  );
});

it('a crash at any call of the watchdog or of the read of the audience loses and repeats no recipient', async () => {
  const time = startTestClock();
  const { id: workspaceId } = await makeWorkspace();
  const callCount = await crashAtEveryCall({
    prepare: async () => {
      const phones = newPhones(2);
      return { phones, broadcast: await storeDue(workspaceId, phones) };
    },
    run: async ({ broadcast }, receiveCount) => {
      const body = toJob(broadcast);
      if (receiveCount > 1) return holdMessages([{ queue: 'checkBroadcast', body }]);
      await quiet.consumeMessage({ queue: 'checkBroadcast', body });
      return quiet.consumeMessage({ queue: 'prepareBroadcast', body });
    },
    verify: async ({ broadcast: { id }, phones }, { label }) => {
      const lanes: unknown[] = [];
      await quiet.drain(time, async (job) => {
        if (job.queue === 'sendBroadcast') lanes.push(job.body);
        else if (lanes.length === 0) await quiet.consumeMessage(job);
      });
      expect(lanes, label).toContainEqual(expect.objectContaining({ broadcastId: id, lane: 0 }));
      expect(await findAudience(id), label).toMatchObject({ is_finished: true, chunks: 2 });
      const chunks = await findChunks(id, 0, 2);
      expect(
        chunks.flatMap(({ entries }) => entries.map(({ phone }) => phone)),
        label,
      ).toEqual(phones);
      expect(await getBroadcast(workspaceId, id), label).toMatchObject({ accepted: 2 });
    },
  });
  expect(callCount).toBeGreaterThanOrEqual(6);
});

const toJob = ({ workspace_id, id }: StoredBroadcast) => ({ workspaceId: workspace_id, broadcastId: id });

/** The queue delivers a job again when no worker can still be at it, so the lease of one that crashed has ended. */
const redeliverLater = () => {
  const time = startTestClock();
  return (broadcast: StoredBroadcast, receiveCount: number): Promise<void> => {
    if (receiveCount > 1) time.advanceTo(clock.now() + 180_000);
    return prepareBroadcast(toJob(broadcast));
  };
};

const withPhone: SegmentFilter = { match: 'all', rules: [{ field: 'phone', op: 'exists', value: '' }] };

it('a crash at any call stores and counts every contact of the segment once', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const phones = Array.from({ length: 460 }, (_, index) => `+49151${String(10_000_000 + index)}`);
  await seedContacts(workspaceId, phones.length, (index) => ({ phone: phones[index] ?? null }));
  const callCount = await crashAtEveryCall({
    prepare: () => {
      const audience = { is_finished: false, segment: { id: newId(), filter: withPhone } };
      return quiet.storeQuietBroadcast(workspaceId, [], { audience });
    },
    run: redeliverLater(),
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

it.each([
  ['that is sent at once', {}],
  ['that waits for its time', { scheduled_at: isoTime(clock.now() + dayMs), is_waiting: true }],
])(
  'after a crash at any call for one %s, every line is stored and counted once before the file is removed',
  async (_, waiting) => {
    const { id: workspaceId } = await makeWorkspace();
    const phones = Array.from({ length: 460 }, (_, index) => `+49151${String(10_000_000 + index)}`);
    const text = ['phone,code', ...phones.map((phone, index) => `${phone},C${index}`), 'nonsense,C460'].join('\n');
    const template = { name: 'greeting', language: 'en_US', params: ['{{row.code}}'] };
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const broadcast = await quiet.storeQuietBroadcast(workspaceId, [], {
          audience: { template, is_finished: false, before: '0', file: { id: newId(), country: 'DE' } },
          broadcast: { is_file_pending: true, ...waiting },
        });
        await putTakenFile(broadcast, text);
        return broadcast;
      },
      run: redeliverLater(),
      verify: async ({ id }, { label }) => {
        const { is_finished, chunks = 0, listed_pages = 0 } = (await findAudience(id)) ?? {};
        expect({ is_finished, listed_pages }, label).toEqual(
          'is_waiting' in waiting ? { is_finished: false, listed_pages: 2 } : { is_finished: true, listed_pages: 0 },
        );
        const pages = await Promise.all(Array.from({ length: listed_pages }, (_, index) => findListedPage(id, index)));
        const listed = pages.flatMap((page) => (page && 'entries' in page ? page.entries : []));
        const stored = [...listed, ...(await findChunks(id, 0, chunks)).flatMap(({ entries }) => entries)];
        expect(stored, label).toEqual(phones.map((phone, index) => ({ phone, row: { 'row.code': `C${index}` } })));
        const file_errors = [{ line: 462, code: 'invalid_phone' }];
        const counts = { accepted: stored.length - listed.length, rejected: 1, file_errors };
        expect(await getBroadcast(workspaceId, id), label).toMatchObject(counts);
        expect(await listKeys(`audiences/${workspaceId}/${id}`), label).toEqual([]);
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(8);
  },
);

it('a crash at any call leaves nothing of the list of a broadcast that is canceled before it is read', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const callCount = await crashAtEveryCall({
    prepare: async () => {
      const audience = { is_finished: false, before: '0', listed_pages: 2 };
      const options = { audience, broadcast: { status: 'canceled' as const } };
      const broadcast = await quiet.storeQuietBroadcast(workspaceId, [], options);
      await transact([0, 1].map((page) => listedPagePart(broadcast.id, { entries: [{ phone: newPhone() }] }, page)));
      return broadcast;
    },
    run: redeliverLater(),
    verify: async ({ id }, { label }) =>
      expect([await findListedPage(id, 0), await findListedPage(id, 1)], label).toEqual([undefined, undefined]),
  });
  expect(callCount).toBeGreaterThanOrEqual(6);
});

describe('checkBroadcast that crashes', () => {
  it('a crash at any call of the watchdog loses neither a stalled lane nor the next watchdog', async () => {
    const time = startTestClock();
    const { id: workspaceId } = await makeWorkspace();
    await crashAtEveryCall({
      prepare: async () => {
        const broadcast = await quiet.storeQuietBroadcast(workspaceId, [magicPhone('1111111')], { lanes: 2 });
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
        const stored = await quiet.storeWithoutResponse(sender.id);
        time.advanceTo(clock.now() + 10 * 60_000);
        return stored;
      },
      run: ({ broadcast, phone }) => checkBroadcast({ ...toJob(broadcast), phone }),
      verify: async ({ broadcast }, { label }) => {
        const counters = { pending_count: 0, sent_count: 0, failed_count: 1, completed_at: expect.any(String) };
        expect(await getBroadcast(sender.id, broadcast.id), label).toMatchObject(counters);
        expect(heldQueue.messages, label).toEqual([]);
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(4);
    expect([await listSentBodies(sender.number), await countUsedMessages(sender.id)]).toEqual([[], 0]);
  });
});

it('a crash at any call, also of the one that enqueues the next run, leaves no member behind', async () => {
  lowerLimits(removalLimits, { rowsPerStep: 100, stepsPerRun: 10 }, { rowsPerStep: 5, stepsPerRun: 2 });
  const { id: workspaceId } = await makeWorkspace();
  const callCount = await crashAtEveryCall({
    prepare: async () => {
      const segmentId = newId();
      await seedMembers(segmentId, 16);
      return segmentId;
    },
    run: (segmentId) => deleteSegmentMembers({ task: 'delete_members', segmentId }),
    verify: async (segmentId, { hasCrashed, label }) => {
      if (!hasCrashed) expect((await countMembers(workspaceId, segmentId)).rows, label).toBe(6);
      await runHeldJobs(deleteSegmentMembers);
      expect((await countMembers(workspaceId, segmentId)).rows, label).toBe(0);
    },
  });
  // Two queries, two batch writes of 5 keys, and the next run.
  expect(callCount).toBe(5);
});
