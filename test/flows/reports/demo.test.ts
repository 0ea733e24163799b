import { expect, it } from 'vitest';
import { getReport } from '../../../functions/domain/reports/get-report.ts';
import { addDays, dayOf } from '../../../functions/model/reports/slots.ts';
import { queryFacts } from '../../../functions/table/reports/reports.ts';
import { seedReports } from '../../../tools/local/npm-start/demo-reports.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeSignedInMember } from '../../support/dashboard/dashboard.ts';

it('the past that npm start makes up fills each report of its days, and nothing is added if it is made up again', async () => {
  const { id } = await makeWorkspace();
  const { user } = await makeSignedInMember(id, 'agent', 'Agnes Agent');
  const today = dayOf(Date.now());
  const days = Array.from({ length: 60 }, (_, index) => addDays(today, -index - 1));
  const range = { from: days.at(29), to: days[0] };
  const metrics = ['incoming', 'new_conversations', 'first_answer', 'every_answer', 'time_to_close', 'rating'] as const;
  const read = async () => ({
    reports: await Promise.all(metrics.map((metric) => getReport(id, metric, range))),
    facts: await Promise.all(days.map(async (day) => (await queryFacts({ workspaceId: id, day }, 'strong')).length)),
  });
  await seedReports(id, today);
  const { reports, facts } = await read();
  for (const { metric, total, before } of reports) expect([metric, total.count, before.count]).not.toContain(0);
  expect(facts).not.toContain(0);
  const byMember = await getReport(id, 'first_answer', { ...range, by: 'member' });
  expect(byMember.rows.map(({ key }) => key)).toEqual([user.id]);
  await seedReports(id, today);
  expect((await read()).facts).toEqual(facts);
  expect((await read()).reports.map(({ total }) => total)).toEqual(reports.map(({ total }) => total));
});
