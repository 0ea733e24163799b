import * as z from 'zod/mini';
import { reads } from '../../model/grant.ts';
import {
  behind,
  behindQuery,
  comparedReport,
  metricParams,
  report,
  reportQuery,
  reportsQuery,
  usualWaits,
} from '../../model/reports/metric.ts';
import { defineOperation } from '../operation.ts';

export const getReport = defineOperation({
  method: 'GET',
  path: '/reports/{metric}',
  params: metricParams,
  query: reportQuery,
  response: () => z.object({ data: report }),
  key: {
    access: 'conversations:read',
    grants: ['index:inbox', 'table:GetItem', 'table:Query', ...reads('report', 'workspace')],
  },
  member: { role: 'agent' },
});

/** From one read of the days. */
export const listReports = defineOperation({
  method: 'GET',
  path: '/reports',
  query: reportsQuery,
  response: () => z.object({ data: z.array(comparedReport) }),
  member: { role: 'agent' },
});

export const listReportConversations = defineOperation({
  method: 'GET',
  path: '/reports/{metric}/conversations',
  params: metricParams,
  query: behindQuery,
  response: () => z.object({ data: behind }),
  member: { role: 'agent' },
});

/** Null while there are too few answers to say. */
export const getUsualWaits = defineOperation({
  method: 'GET',
  path: '/reports/waits/usual',
  response: () => z.object({ data: z.nullable(usualWaits) }),
  member: { role: 'agent' },
});
