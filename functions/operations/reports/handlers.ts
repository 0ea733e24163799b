import * as reports from '../../domain/reports/get-report.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const getReport = {
  run: async ({ caller, params, query }) => ({
    data: await reports.getReport(caller.workspaceId, params.metric, query, reports.viewerOf(caller)),
  }),
} satisfies Act<typeof contract.getReport>;
