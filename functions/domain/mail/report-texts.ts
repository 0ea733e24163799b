import { duration } from '../../model/reports/duration.ts';
import type { Report, ReportValue } from '../../model/reports/metric.ts';
import { type MetricName, metrics } from '../../model/reports/metrics.ts';
import type { Range } from '../../model/reports/slots.ts';
import { getReport } from '../reports/get-report.ts';
import { count, type MailText, number, toLink, toPlainName, type Workspace } from './texts.ts';

/** The headline numbers of the page Reports. */
const headlines = ['new_conversations', 'first_answer', 'time_to_close', 'rating'] as const;

/** The mail has only the sums of the team, which every member may see. */
export const readWeek = (workspaceId: string, { from, to }: Range): Promise<Report[]> =>
  Promise.all(headlines.map((metric) => getReport(workspaceId, metric, { from, to })));

export const describeWeek = ({ id, name }: Workspace, reports: readonly Report[]): MailText => {
  const [{ from, to } = { from: '', to: '' }] = reports;
  const workspace = toPlainName(name);
  return {
    subject: `The week of ${workspace}: ${from} to ${to}`,
    lines: [
      `The numbers of ${workspace} from Monday, ${from}, to Sunday, ${to}:`,
      ...reports.map(({ metric, total, before }) => describeNumber(metric, total, before)),
    ],
    link: toLink('Open the reports', `/w/${id}/reports?${new URLSearchParams({ range: 'custom', from, to })}`),
    reason: `You get this email because you chose it on the page Members of the workspace ${workspace} on Switchboard.`,
  };
};

const describeNumber = (metric: MetricName, total: ReportValue, before: ReportValue): string =>
  `${metrics[metric].name}: ${toWords(metric, total)}. The week before: ${toWords(metric, before)}.`;

const toWords = (metric: MetricName, { count: all, median_seconds: median, percent }: ReportValue): string => {
  switch (metrics[metric].kind) {
    case 'count':
      return number(all);
    case 'duration':
      return median === null ? 'none' : `${duration(median)} (median)`;
    case 'share':
      return percent === null ? `too few ratings (${number(all)})` : `${percent}% of ${count(all, 'rating')}`;
  }
};
