import type { ReportValue, UsualWaits } from '../../model/reports/metric.ts';
import type { MetricName } from '../../model/reports/metrics.ts';
import { clock, hourMs } from '../../platform/clock.ts';
import { getReport } from './get-report.ts';

/** What a process knows of the last 30 days, for an hour: this long it takes until more is counted. */
const known = new Map<string, { value: Promise<ReportValue>; untilMs: number }>();
const knownMax = 1_000;

const findTotal = (workspaceId: string, metric: MetricName): Promise<ReportValue> => {
  const key = `${metric} ${workspaceId}`;
  const found = known.get(key);
  if (found && found.untilMs > clock.now()) return found.value;
  const value = getReport(workspaceId, metric, {}).then(({ total }) => total);
  if (known.size >= knownMax) known.clear();
  known.set(key, { value, untilMs: clock.now() + hourMs });
  // A failure is not remembered.
  value.catch(() => known.delete(key));
  return value;
};

const steps = [5, 10, 15, 30, 60] as const;
const answersMin = 20;

/**
 * Within how many minutes half of the first answers of the last 30 days came, rounded up. Undefined with fewer than 20
 * of them, and if it takes longer than an hour.
 */
export const findAnswerMinutes = async (workspaceId: string): Promise<(typeof steps)[number] | undefined> => {
  const { count, median_seconds: median } = await findTotal(workspaceId, 'first_answer');
  return count < answersMin || median === null ? undefined : steps.find((minutes) => median <= minutes * 60);
};

/** The waits of the last 30 days. Undefined with fewer than 20 answers. */
export const findUsualWaits = async (workspaceId: string): Promise<UsualWaits | undefined> => {
  const { count, median_seconds, p90_seconds } = await findTotal(workspaceId, 'every_answer');
  return count < answersMin || median_seconds === null || p90_seconds === null
    ? undefined
    : { median_seconds, p90_seconds };
};
