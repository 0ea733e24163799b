import { report, reportBar, reportRow, reportValue } from '../../model/reports/metric.ts';
import { metrics } from '../../model/reports/metrics.ts';
import type { AreaTexts } from '../texts.ts';

const none = { office_median_seconds: null, office_p90_seconds: null, percent: null };
const total = { count: 412, median_seconds: 361, p90_seconds: 1_438, ...none };

const sample = {
  metric: 'first_answer',
  from: '2026-11-18',
  to: '2026-11-18',
  time_zone: 'Europe/Berlin',
  counted_until: '2026-11-19T10:00:00.000Z',
  total,
  before: { from: '2026-11-17', to: '2026-11-17', ...total, count: 388, median_seconds: 482 },
  distribution: [
    { from_seconds: 0, to_seconds: 120, count: 171 },
    { from_seconds: 120, to_seconds: null, count: 241 },
  ],
  by: 'channel',
  rows: [{ key: 'web', ...total }],
};

const range = 'in the time zone of the workspace';

const values = {
  count: 'How many there are.',
  median_seconds: 'Half of them took at most this long. Null for what has no duration, and if there is none.',
  p90_seconds: 'Nine of ten took at most this long.',
  office_median_seconds: 'The median within office hours, where they are set.',
  office_p90_seconds: 'The 90th percentile within office hours.',
  percent: 'The share of ratings with 4 or 5, from 5 ratings on. Null for other metrics.',
};

export const texts: AreaTexts = {
  description: 'How much comes in, how fast people answer, and how content customers are.',
  components: {
    Report: {
      schema: report,
      description: 'A number of a range, and of its parts.',
      fields: {
        metric: 'What is counted.',
        from: `The first day, ${range}.`,
        to: 'The last day.',
        time_zone: 'The time zone of the workspace, in which days and hours are.',
        counted_until: 'What happened later is not counted yet.',
        total: 'The number of the range.',
        before:
          'The number of as many days with the same weekdays before. Of the day that stands for today, it has as many hours as are counted today.',
        distribution: 'How many took how long. Empty for what has no duration.',
        by: 'By what the range is divided.',
        rows: 'The number of each part.',
      },
    },
    ReportValue: { schema: reportValue, description: 'A number.', fields: values },
    ReportBar: {
      schema: reportBar,
      description: 'How many took so long.',
      fields: {
        from_seconds: 'At least this long.',
        to_seconds: 'Less than this. Null for the last.',
        count: 'How many there are.',
      },
    },
    ReportRow: {
      schema: reportRow,
      description: 'The number of a part.',
      fields: {
        key: 'A day, hour, weekday or channel, the id of a member, team or tag, or the code of a reason. Null for those without any.',
        ...values,
      },
    },
    ReportBefore: {
      schema: report.shape.before,
      description: 'The number of as many days, whole weeks earlier.',
      fields: { ...values, from: 'Its first day.', to: 'Its last day.' },
    },
  },
  operations: {
    getReport: {
      summary: 'Get a report',
      row: 'a number of a range of days, such as the first answer, [to the letter](reports.md)',
      description:
        'Counts what happened on some days, compares it with the same weekdays before, and divides it by time, member, team, ' +
        `channel, tag or reason. The same numbers are on the page Reports. ${Object.entries(metrics)
          .map(([name, { definition }]) => `\`${name}\`: ${definition}`)
          .join(' ')}`,
      client: { call: 'reports.get' },
      parameters: {
        metric: 'What to count.',
        from: `The first day, ${range}. 30 days before "to" if it is left out.`,
        to: 'The last day, today if it is left out. A range has at most 366 days.',
        by: 'Divides the range. `weekday_hour` has keys such as `monday 13`; `reason` is for `broadcast_failed`.',
        channel: 'Only what happened on this channel.',
        member_id: 'Only what this member answered, and what happened in conversations that they had.',
        team_id: 'Only conversations of this team.',
        tag_id: 'Only contacts with this tag at the time.',
      },
      response: { data: 'Report', examples: { 200: { data: sample } } },
    },
  },
};
