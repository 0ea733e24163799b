import { findUsualWaits } from '../../domain/reports/answer-times.ts';
import { listBehind } from '../../domain/reports/behind.ts';
import { listReports, viewerOf } from '../../domain/reports/get-report.ts';
import { readParts } from '../../model/reports/metric.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
  listReports: async ({ caller, query }) => ({
    data: await listReports(caller.workspaceId, readParts(query.parts), query, viewerOf(caller)),
  }),
  listReportConversations: async ({ caller, params, query }) => ({
    data: await listBehind(caller.workspaceId, params.metric, query, viewerOf(caller)),
  }),
  getUsualWaits: async ({ caller }) => ({ data: (await findUsualWaits(caller.workspaceId)) ?? null }),
} satisfies MemberActs<typeof contract, typeof handlers>;
