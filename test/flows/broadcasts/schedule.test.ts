import { describe, expect, it } from 'vitest';
import { cancelBroadcast, getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { resumeBroadcasts, startDueBroadcasts } from '../../../functions/domain/broadcasts/resume-broadcasts.ts';
import { beginScheduled } from '../../../functions/domain/broadcasts/schedule-broadcast.ts';
import { createContact, updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { createSegment, deleteSegment, updateSegment } from '../../../functions/domain/segments/segments.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findAudience, findListedPage } from '../../../functions/table/broadcasts/audience.ts';
import { findBroadcast, type StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { scheduledParts } from '../../../functions/table/broadcasts/scheduled.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { greeting } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  getStoredBroadcast,
  storeDue,
  storeScheduled,
  toNumbers,
} from '../../support/broadcasts/scheduled-broadcasts.ts';
import { callSimulator, countUsedMessages, listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const makeSender = async () => {
  const sender = await makeQuietSender();
  const listSent = async () => (await listSentBodies(sender.number)).map(({ to }) => to).sort();
  return { ...sender, listSent };
};

const tagged = (value: string): SegmentFilter => ({ match: 'all', rules: [{ field: 'tag', op: 'has', value }] });

describe('a scheduled broadcast', () => {
  it('a scheduled broadcast waits in steps of 15 minutes, sends nothing before its time and then everything once', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const phones = newPhones(3);
    const { id, scheduled_at = '' } = await storeScheduled(sender.id, toNumbers(phones));
    const queued = { status: 'queued', scheduled_at, total_recipients: 3, accepted: 0, started_at: null };
    expect(await getBroadcast(sender.id, id)).toMatchObject(queued);
    const begun: { queue: string; atMs: number }[] = [];
    const delays: (number | undefined)[] = [];
    await quiet.drain(time, async (message) => {
      if (message.queue === 'checkBroadcast') delays.push(message.delaySeconds);
      else begun.push({ queue: message.queue, atMs: clock.now() });
      await quiet.consumeMessage(message);
    });
    expect(delays.slice(0, 2)).toEqual([900, 900]);
    expect(delays[2]).toBeLessThanOrEqual(600);
    expect(Math.min(...begun.map(({ atMs }) => atMs))).toBeGreaterThanOrEqual(Date.parse(scheduled_at));
    const sent = await getBroadcast(sender.id, id);
    expect(sent).toMatchObject({ status: 'sent', accepted: 3, sent_count: 3, scheduled_at });
    expect((sent.started_at ?? '') >= scheduled_at).toBe(true);
    expect(await sender.listSent()).toEqual(phones.sort());
    expect(await countUsedMessages(sender.id)).toBe(3);
    expect(heldQueue.messages).toEqual([]);
  });

  it('of several workers one begins it, unless it is canceled', async () => {
    startTestClock();
    const sender = await makeSender();
    const begin = async (id: string) => {
      const audience = await findAudience(id);
      const broadcast = await getStoredBroadcast(sender.id, id);
      if (!audience) throw new Error(`The broadcast ${id} has no audience.`);
      return Promise.all([1, 2, 3].map(() => beginScheduled(broadcast, audience)));
    };
    const { id } = await storeScheduled(sender.id, toNumbers([newPhone()]));
    expect((await begin(id)).filter((hasBegun) => hasBegun)).toEqual([true]);
    const { id: canceledId } = await storeScheduled(sender.id, toNumbers([newPhone()]));
    await cancelBroadcast(sender.id, canceledId);
    expect(await begin(canceledId)).toEqual([false, false, false]);
  });

  it('a worker whose clock is behind does not begin it before its time', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const { id, scheduled_at = '' } = await storeScheduled(sender.id, toNumbers([newPhone()]));
    time.advanceTo(Date.parse(scheduled_at) - 1_500);
    heldQueue.messages.length = 0;
    await prepareBroadcast({ workspaceId: sender.id, broadcastId: id });
    expect(await findBroadcast(sender.id, id)).toMatchObject({ status: 'queued', is_waiting: true });
    expect(heldQueue.messages).toMatchObject([{ queue: 'prepareBroadcast' }]);
    expect(heldQueue.messages[0]?.delaySeconds).toBeLessThanOrEqual(2);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1 });
  });
});

/** Other tests have rows in the partition, too: of those after this one, the jobs of one broadcast stay. */
const sweep = async (broadcast: StoredBroadcast, after = broadcast.scheduled_at ?? ''): Promise<void> => {
  await startDueBroadcasts({ task: 'start_due', after });
  const jobs = heldQueue.messages.splice(0);
  const next = jobs.find(({ queue }) => queue === 'runMaintenance');
  if (next) await sweep(broadcast, Object(next.body).after);
  heldQueue.messages.push(...jobs.filter(({ body }) => Object(body).broadcastId === broadcast.id));
};

const findRow = ({ id, scheduled_at = '' }: StoredBroadcast) => findItem(keys.scheduledBroadcast(scheduled_at, id));

const graceMs = 5 * 60_000;

describe('a broadcast whose job was lost', () => {
  const loseJob = async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const broadcast = await storeScheduled(sender.id, toNumbers([newPhone()]));
    heldQueue.messages.length = 0;
    const advance = (ms: number) => time.advanceTo(Date.parse(broadcast.scheduled_at ?? '') + ms);
    return { time, sender, broadcast, id: broadcast.id, advance };
  };

  it('a sweep begins it once its time has come, but not before, and leaves no row behind', async () => {
    const { time, sender, broadcast, id, advance } = await loseJob();
    advance(-60_000);
    await sweep(broadcast);
    expect(heldQueue.messages).toEqual([]);
    advance(graceMs + 1_000);
    await sweep(broadcast);
    expect(await findRow(broadcast)).toBeDefined();
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1 });
    await sweep(broadcast);
    expect([heldQueue.messages, await findRow(broadcast)]).toEqual([[], undefined]);
  });

  it('a sweep that crashes after any of its calls begins the broadcast when it is repeated', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    await crashAtEveryCall({
      prepare: async () => {
        const scheduled_at = isoTime(clock.now());
        const waiting = await quiet.storeQuietBroadcast(sender.id, [], {
          broadcast: { scheduled_at, is_waiting: true },
        });
        const ended = { ...waiting, id: newId() };
        await transact([waiting, ended].flatMap(scheduledParts));
        time.advanceTo(clock.now() + graceMs + 1_000);
        return { waiting, ended };
      },
      run: ({ waiting }) => sweep(waiting),
      verify: async ({ waiting, ended }, { label }) => {
        expect(
          heldQueue.messages.map(({ queue }) => queue),
          label,
        ).toContain('checkBroadcast');
        expect(await findRow(waiting), label).toBeDefined();
        expect(await findRow(ended), label).toBeUndefined();
      },
    });
  });

  it('a sweep passes over any number of canceled broadcasts without beginning one', async () => {
    const { sender, broadcast, id, advance } = await loseJob();
    await cancelBroadcast(sender.id, id);
    const stale = { workspace_id: sender.id, scheduled_at: isoTime(Date.now() - 60 * 60_000) };
    const rows = Array.from({ length: 60 }, () => ({ ...stale, id: newId() }));
    await transact(rows.flatMap(scheduledParts));
    advance(graceMs + 1_000);
    await sweep(broadcast, stale.scheduled_at);
    expect(heldQueue.messages).toEqual([]);
    const [last] = rows.slice(-1);
    const left = last && (await findItem(keys.scheduledBroadcast(last.scheduled_at, last.id)));
    expect([await findRow(broadcast), left]).toEqual([undefined, undefined]);
  });

  it('after a fail-over, all that are not completed are resumed', async () => {
    const { time, sender, id, advance } = await loseJob();
    const [sent, lost] = [newPhone(), newPhone()];
    const { id: running } = await quiet.storeQuietBroadcast(sender.id, [sent, lost], { entriesPerChunk: 1 });
    const { id: completed } = await quiet.storeQuietBroadcast(sender.id, [newPhone()]);
    heldQueue.messages.splice(0, 1);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, completed)).toMatchObject({ status: 'sent' });
    advance(-10 * 60_000);
    expect((await resumeBroadcasts(sender.id)).sort()).toEqual([id, running].sort());
    await quiet.drain(time);
    for (const resumed of [id, running])
      expect(await getBroadcast(sender.id, resumed)).toMatchObject({ status: 'sent' });
    expect(await sender.listSent()).toHaveLength(4);
    expect(await resumeBroadcasts(sender.id)).toEqual([]);
  });
});

describe('the audience of a scheduled broadcast', () => {
  it('the segment is read as it is when sending begins: its filter, its contacts and their numbers', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const segment = await createSegment(sender.id, newId(), { name: 'VIP', kind: 'dynamic', filter: tagged('vip') });
    const [dropped, kept, late] = [newPhone(), newPhone(), newPhone()];
    await createContact(sender.id, newId(), { phone: dropped, tags: ['vip'] });
    await createContact(sender.id, newId(), { phone: kept, tags: ['vip', 'gold'] });
    const { id } = await storeScheduled(sender.id, { kind: 'segment', segmentId: segment.id });
    await updateSegment(sender.id, segment.id, { filter: tagged('gold') });
    await createContact(sender.id, newId(), { phone: late, tags: ['gold'] });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', accepted: 2, sent_count: 2 });
    expect(await sender.listSent()).toEqual([kept, late].sort());
  });

  it('listed contacts get the values that they have when sending begins', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    await callSimulator('POST', '/templates', { waba_id: sender.number.waba_id, ...greeting });
    const phone = newPhone();
    const { contact } = await createContact(sender.id, newId(), { phone, name: 'Ana' });
    const template = { name: 'greeting', language: 'en_US', params: ['{{contact.name}}'] };
    const listed = { kind: 'contacts' as const, contactIds: [contact.id, newId(), 'nonsense'] };
    const byId = await storeScheduled(sender.id, listed, { template });
    const byNumber = await storeScheduled(sender.id, toNumbers([phone]), { template });
    await updateContact(sender.id, contact.id, { name: 'Bea' });
    await quiet.drain(time);
    const bodies = await listSentBodies(sender.number);
    expect(bodies.map((body) => /"text":"(\w+)"/.exec(JSON.stringify(body))?.[1])).toEqual(['Bea', 'Bea']);
    expect(await getBroadcast(sender.id, byId.id)).toMatchObject({ total_recipients: 3, accepted: 1, rejected: 2 });
    expect(await getBroadcast(sender.id, byNumber.id)).toMatchObject({ accepted: 1, sent_count: 1 });
  });

  it('a broadcast whose segment is deleted before its time ends as failed and sends nothing', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const segment = await createSegment(sender.id, newId(), { name: 'All', kind: 'dynamic', filter: tagged('vip') });
    await createContact(sender.id, newId(), { phone: newPhone(), tags: ['vip'] });
    const { id } = await storeScheduled(sender.id, { kind: 'segment', segmentId: segment.id });
    await deleteSegment(sender.id, segment.id);
    await quiet.drain(time);
    const reason = { failure_reason: { code: 'segment_deleted' } };
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', total_recipients: 0, ...reason });
    expect(await sender.listSent()).toEqual([]);
  });

  it('a thousand listed recipients, each with its own values, are all kept until its time', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    await callSimulator('POST', '/templates', { waba_id: sender.number.waba_id, ...greeting });
    const toRecipient = (index: number) => ({ to: `+4917${300_000_000 + index}`, params: ['x'.repeat(700) + index] });
    const numbers = [...Array(1_000).keys()].map(toRecipient);
    const template = { name: 'greeting', language: 'en_US', params: ['all'] };
    const { id } = await storeScheduled(sender.id, { kind: 'numbers', numbers }, { template });
    const [wake] = heldQueue.messages.splice(0);
    time.advanceTo(clock.now() + 40 * 60_000);
    if (wake) await quiet.consumeMessage(wake);
    await quiet.consumeFirst();
    expect(await getBroadcast(sender.id, id)).toMatchObject({ accepted: 1_000, rejected: 0, pending_count: 1_000 });
  });
});

describe('a scheduled broadcast that is canceled in the very second in which it begins', () => {
  it.each([
    ['before it begins', '"#is_waiting":"is_waiting"', { accepted: 0, failed_count: 0 }],
    ['while its audience is read', '"#chunks":"chunks"', { accepted: 1, failed_count: 1 }],
    ['just before the first lane starts', '"#started_at":"started_at"', { accepted: 2, failed_count: 2 }],
  ])(
    'one that is canceled %s sends nothing, its counters add up, and its list is gone',
    async (_, written, counters) => {
      const time = startTestClock();
      const sender = await makeQuietSender();
      const { id } = await storeDue(sender.id, newPhones(2));
      const cancelation = actBefore(writes(written), () => cancelBroadcast(sender.id, id));
      await quiet.drain(time);
      expect(cancelation.hasActed()).toBe(true);
      const ended = { pending_count: 0, sent_count: 0, started_at: null, completed_at: expect.any(String) };
      const expected = { status: 'canceled', total_recipients: 2, ...counters, ...ended };
      expect(await getBroadcast(sender.id, id)).toMatchObject(expected);
      expect(await Promise.all([0, 1].map((page) => findListedPage(id, page)))).toEqual([undefined, undefined]);
      expect(heldQueue.deadLetters).toEqual([]);
      expect([await listSentBodies(sender.number), await countUsedMessages(sender.id)]).toEqual([[], 0]);
    },
  );

  it('a broadcast that is canceled while it waits is completed at once, with nothing left for its jobs', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const { id } = await storeScheduled(sender.id, toNumbers([newPhone()]));
    const canceled = await cancelBroadcast(sender.id, id);
    expect(canceled).toMatchObject({ status: 'canceled', pending_count: 0, completed_at: expect.any(String) });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toEqual(canceled);
    expect(await listSentBodies(sender.number)).toEqual([]);
  });
});
