import { expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { countBroadcasts } from '../../../functions/domain/reports/count-broadcasts.ts';
import { graceMs } from '../../../functions/domain/reports/count-day.ts';
import { getReport } from '../../../functions/domain/reports/get-report.ts';
import type { CountBroadcastsJob } from '../../../functions/model/jobs/maintenance.ts';
import { dayOf } from '../../../functions/model/reports/slots.ts';
import { clock, dayMs, hourMs, isoTime } from '../../../functions/platform/clock.ts';
import { idTimeMs } from '../../../functions/platform/ids.ts';
import { removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { queryDue } from '../../../functions/table/reports/reports.ts';
import { rebuildReport } from '../../../tools/admin/sweep/rebuild-report.ts';
import { startBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import { countOutcomes } from '../../support/broadcasts/outcomes.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeQuietSender, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { takeSweptJobs } from '../../support/swept-jobs.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const toJob = (workspaceId: string, ids: readonly string[]): CountBroadcastsJob => ({
  ...{ task: 'count_broadcasts', workspaceId },
  due: ids.map((of) => ({ dueAt: isoTime(clock.now()), of })),
});

it('a broadcast in the running service is in the reports of its workspace with the numbers that it shows itself', async () => {
  const sender = await makeSendingWorkspace();
  const { id } = await startBroadcast(sender.key, [newPhone(), newPhone()]);
  await waitForBroadcast(sender.id, id, { status: 'sent', delivered_count: 2 });
  const isDue = async () => (await queryDue('9', 10_000)).due.some(({ of }) => of === id);
  await expect.poll(isDue).toBe(true);
  startTestClock().advanceTo(clock.now() + hourMs + graceMs);
  const jobs = (await takeSweptJobs()).flatMap((job) =>
    job.task === 'count_broadcasts' && job.workspaceId === sender.id ? [job] : [],
  );
  expect(jobs).toMatchObject([{ due: [{ of: id }] }]);
  for (const job of jobs) await countBroadcasts(job);
  expect(await isDue()).toBe(false);
  const wanted = await countOutcomes(sender.id);
  expect(wanted).toMatchObject({ broadcast_sent: 2, broadcast_delivered: 2, broadcast_failed: 0 });
  const since = dayOf(idTimeMs(id));
  await removeItems([keys.facts(sender.id, since, id), keys.report(sender.id, since)]);
  expect(await countOutcomes(sender.id)).toMatchObject({ broadcast_sent: 0 });
  const rebuilt = await rebuildReport({ workspaceId: sender.id, since, onProgress: () => undefined });
  expect(rebuilt.differences).toContainEqual(expect.objectContaining({ measure: 'broadcast_sent', counted: 2 }));
  expect(await countOutcomes(sender.id)).toEqual(wanted);
});

it('an answer and an opt-out count within three days of the message, however many messages the customer writes', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender();
  const [thanks = '', stop = '', late = '', lateStop = ''] = [newPhone(), newPhone(), newPhone(), newPhone()];
  const { id } = await quiet.storeQuietBroadcast(sender.id, [thanks, stop, late, lateStop]);
  await quiet.drain(time);
  const sentMs = clock.now();
  const write = async (days: number, phone: string, text: string): Promise<void> => {
    time.advanceTo(sentMs + days * dayMs);
    const item = { ...newInboundText(sender.number.id, phone, text), sentAt: isoTime(clock.now()) };
    await processInbound({ item, postponements: 5 });
  };
  await write(0.1, thanks, 'Thanks');
  await write(0.1, lateStop, 'Hello');
  await write(1, stop, 'STOP');
  await write(2.9, thanks, 'STOP');
  await write(3.1, late, 'Hello');
  await write(3.1, lateStop, 'STOP');
  await countBroadcasts(toJob(sender.id, [id]));
  expect(await getBroadcast(sender.id, id)).toMatchObject({ replied_count: 3 });
  expect(await countOutcomes(sender.id)).toMatchObject({ broadcast_answered: 3, broadcast_opted_out: 2 });
});

it('a crash at any call counts no broadcast twice and forgets none', async () => {
  await crashAtEveryCall({
    prepare: async () => {
      const { id } = await makeWorkspace();
      const fail = (...codes: string[]) =>
        quiet.storeFailedBroadcast(
          id,
          codes.map((code) => ({ phone: newPhone(), code })),
        );
      return toJob(id, [await fail('131026', '131026', '131000'), await fail('131026', 'opted_out')]);
    },
    run: (job) => countBroadcasts(job),
    verify: async ({ workspaceId }, { label }) => {
      const { total, rows } = await getReport(workspaceId, 'broadcast_failed', { by: 'reason' });
      expect(total.count, label).toBe(5);
      const reasons = Object.fromEntries(rows.map(({ key, count }) => [key, count]));
      expect(reasons, label).toEqual({ '131000': 1, '131026': 3, opted_out: 1 });
    },
  });
});

it('broadcasts are not divided by what they do not have, and nothing else by reasons', async () => {
  const { key } = await makeWorkspace();
  for (const path of ['broadcast_sent?by=member', 'broadcast_read?by=reason', 'incoming?by=reason'])
    expect((await call('GET', `/reports/${path}`, { key })).status, path).toBe(400);
});
