import { getReport } from '../../../functions/domain/reports/get-report.ts';

const metrics = [
  ...(['broadcast_sent', 'broadcast_delivered', 'broadcast_read', 'broadcast_answered'] as const),
  ...(['broadcast_opted_out', 'broadcast_failed'] as const),
];

/** What reports say of the broadcasts of a workspace, in the last 30 days. */
export const countOutcomes = async (workspaceId: string): Promise<Record<(typeof metrics)[number], number>> => {
  const counted = await Promise.all(
    metrics.map(async (metric) => [metric, (await getReport(workspaceId, metric, {})).total.count]),
  );
  return Object.fromEntries(counted);
};
