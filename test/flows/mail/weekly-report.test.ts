import { beforeEach, expect, it, vi } from 'vitest';
import { sendMail } from '../../../functions/domain/mail/send-mail.ts';
import { updateMailSettings } from '../../../functions/domain/mail/settings.ts';
import { findSubscription, unsubscribe } from '../../../functions/domain/mail/unsubscribe.ts';
import { mailReports, sweepReportMails } from '../../../functions/domain/mail/weekly-report.ts';
import { getReport } from '../../../functions/domain/reports/get-report.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { MaintenanceJob } from '../../../functions/model/jobs/maintenance.ts';
import { duration } from '../../../functions/model/reports/duration.ts';
import type { Fact } from '../../../functions/model/reports/fact.ts';
import type { MetricName } from '../../../functions/model/reports/metrics.ts';
import { countFacts } from '../../../functions/model/reports/rollup.ts';
import { addDays } from '../../../functions/model/reports/slots.ts';
import { clock, dayMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findMember } from '../../../functions/table/members/members.ts';
import { queryReportMails } from '../../../functions/table/reports/report-mails.ts';
import { putRollup } from '../../../functions/table/reports/reports.ts';
import { makeSignedInMember, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { readNotices } from '../../support/mailbox.ts';
import { startTestClock, takeJobs } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const zone = 'America/New_York';

beforeEach(() => void vi.stubEnv('SENDS_MAIL', '1'));

const choose = (workspaceId: string, person: Person, on: 'weekly_report'[]) =>
  updateMailSettings(toCaller(workspaceId, person, 'agent'), { off: [], on });

const findRows = async (workspaceId: string): Promise<string[]> => {
  const { due } = await queryReportMails('9', 10_000);
  return due.filter((row) => row.workspaceId === workspaceId).map(({ dueAt }) => dueAt);
};

const takeJobsOf = (workspaceId: string): MaintenanceJob[] =>
  takeJobs().flatMap(({ body }) => {
    const job = body as MaintenanceJob;
    return 'workspaceId' in job && job.workspaceId === workspaceId ? [job] : [];
  });

const sweep = async (workspaceId: string): Promise<MaintenanceJob[]> => {
  await sweepReportMails({ task: 'sweep_report_mails' });
  return takeJobsOf(workspaceId);
};

/** Runs jobs and those that follow from them. */
const runAll = async (workspaceId: string, jobs: readonly MaintenanceJob[]): Promise<void> => {
  for (const job of jobs) {
    if (job.task === 'mail_reports') await mailReports(job);
    if (job.task === 'mail') await sendMail(job);
    await runAll(workspaceId, takeJobsOf(workspaceId));
  }
};

/** So many conversations, each with a first answer after so many minutes and a close. */
const countTalks = async (workspaceId: string, day: string, talks: number, minutes: number): Promise<void> => {
  const facts = Array.from({ length: talks }, (): Fact[] => {
    const place = {
      conversation_id: newId(),
      channel: 'web' as const,
      at_ms: Date.parse(day) + dayMs / 2,
      tag_ids: [],
    };
    return [
      { ...place, kind: 'started', id: newId() },
      { ...place, kind: 'answer', id: newId(), seconds: minutes * 60, is_first: true },
      { ...place, kind: 'close', id: newId(), seconds: minutes * 120, is_answered: true },
      { ...place, kind: 'rating', id: newId(), score: talks > 6 ? 5 : 1 },
    ];
  }).flat();
  await putRollup({ workspaceId, day }, countFacts(facts), facts.length);
};

const clockWords = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }).format(
    Date.parse(at),
  );

it('the mail of the week goes once, on Monday morning, to those who chose it, with the numbers of GET /reports', async () => {
  const testClock = startTestClock();
  const { id, owner } = await makeStaffedWorkspace();
  await updateWorkspace(id, { time_zone: zone, hides_member_rows: true });
  const agent = await makeSignedInMember(id, 'agent', 'Agnes');
  expect(await findRows(id)).toEqual([]);
  await choose(id, agent, ['weekly_report']);
  const [dueAt = ''] = await findRows(id);
  expect(clockWords(dueAt)).toBe('Mon, 08');
  const to = addDays(dueAt.slice(0, 10), -1);
  const from = addDays(to, -6);
  await countTalks(id, to, 7, 6);
  await countTalks(id, addDays(from, -1), 5, 8);
  testClock.advanceTo(Date.parse(dueAt) - 60_000);
  expect(await sweep(id)).toEqual([]);
  testClock.advanceTo(Date.parse(dueAt) + 1_000);
  const twice = [...(await sweep(id)), ...(await sweep(id))];
  expect(twice).toHaveLength(2);
  await runAll(id, twice);
  const [mail, ...others] = await readNotices(agent.user.email);
  expect(others).toEqual([]);
  expect(await readNotices(owner.user.email)).toEqual([]);
  // Not over HTTP: the running service has another clock, by which that week is not over.
  const read = (metric: MetricName) =>
    getReport(id, metric, { from, to }, { userId: agent.user.id, seesOthers: false });
  const { total, before } = await read('new_conversations');
  expect([total.count, before.count]).toEqual([7, 5]);
  expect(mail?.text).toContain(`New conversations: ${total.count}. The week before: ${before.count}.`);
  for (const [metric, name] of [
    ['first_answer', 'First answer'],
    ['time_to_close', 'Time to close'],
  ] as const) {
    const [now, earlier] = await read(metric).then((report) => [report.total, report.before]);
    const words = [now, earlier].map((value) => `${duration(value?.median_seconds ?? 0)} (median)`);
    expect(mail?.text).toContain(`${name}: ${words[0]}. The week before: ${words[1]}.`);
  }
  expect(mail?.text).toContain('Happy customers: 100% of 7 ratings. The week before: 0% of 5 ratings.');
  expect(mail?.text).toContain(`/w/${id}/reports?range=custom&from=${from}&to=${to}`);

  const [next = '', ...further] = await findRows(id);
  expect(further).toEqual([]);
  expect(clockWords(next)).toBe('Mon, 08');
  const link = new URL(mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? '');
  const subscription = await findSubscription(link.searchParams.get('token') ?? '');
  expect(subscription?.kind).toBe('weekly_report');
  if (subscription) await unsubscribe(subscription);
  expect(await findMember(id, agent.user.id)).toMatchObject({ mail_on: [], mail_off: [] });
  testClock.advanceTo(Date.parse(next) + 1_000);
  await runAll(id, await sweep(id));
  expect(await readNotices(agent.user.email)).toHaveLength(1);
  expect(await findRows(id)).toEqual([]);
});

it('a crash at any call loses neither the mail of this week nor that of the next', async () => {
  const testClock = startTestClock();
  await crashAtEveryCall({
    prepare: async () => {
      const { id, owner } = await makeStaffedWorkspace();
      await choose(id, owner, ['weekly_report']);
      const [dueAt = ''] = await findRows(id);
      testClock.advanceTo(Date.parse(dueAt) + 1_000);
      return { id, owner, dueAt };
    },
    run: ({ id, dueAt }) => mailReports({ task: 'mail_reports', workspaceId: id, dueAt }),
    verify: async ({ id, owner, dueAt }, { label }) => {
      await runAll(id, takeJobsOf(id));
      expect(await readNotices(owner.user.email), label).toHaveLength(1);
      expect(await findRows(id), label).toEqual([isoTime(Date.parse(dueAt) + 7 * dayMs)]);
    },
  });
});

it('after an outage or a change of the time zone, a mail that would be days late is left out', async () => {
  const testClock = startTestClock();
  const { id, owner } = await makeStaffedWorkspace();
  await choose(id, owner, ['weekly_report']);
  const [dueAt = ''] = await findRows(id);
  testClock.advanceTo(Date.parse(dueAt) + 3 * dayMs);
  await runAll(id, await sweep(id));
  expect(await readNotices(owner.user.email)).toEqual([]);
  expect((await findRows(id)).every((row) => Date.parse(row) > clock.now())).toBe(true);
  await choose(id, owner, ['weekly_report']);
  expect(await findRows(id)).toHaveLength(1);
});

it('where no email is configured, the mail of the week cannot be chosen', async () => {
  vi.stubEnv('SENDS_MAIL', '');
  const { id, owner } = await makeStaffedWorkspace();
  await expect(choose(id, owner, ['weekly_report'])).rejects.toThrow('sends no email');
  expect(await findRows(id)).toEqual([]);
});
