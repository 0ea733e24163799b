import { clock } from './clock.ts';
import { env } from './env.ts';

/** The metrics that CloudWatch extracts from log lines; dimensions are fields of the line. Alarms and dashboard read them. */
export const metrics = {
  /** One per request and per job attempt. */
  calls: { name: 'Calls', dimensions: ['operation', 'outcome'] },
  duration: { name: 'Duration', dimensions: ['operation'] },
  /** Calls that failed because a KMS key could not be used. */
  kmsFailures: { name: 'KmsFailures', dimensions: [] },
} as const;

/**
 * What makes CloudWatch count the line of a call (its embedded metric format): the metrics as members of the line, and
 * the metadata that names them and their dimensions, `operation` and `outcome`, which the line must hold as texts.
 * Without a namespace nobody counts, and nothing is added.
 */
export const metricFields = ({ duration_ms = 0 }: Record<string, number>, error?: unknown): Record<string, unknown> =>
  embedMetrics([
    toMetricValue(metrics.calls, 1),
    toMetricValue(metrics.duration, duration_ms, 'Milliseconds'),
    ...kmsFailureMetric(error),
  ]);

/** The same for a line that tells of an error beside the call's own line. */
export const errorMetricFields = (error: unknown): Record<string, unknown> => embedMetrics(kmsFailureMetric(error));

interface MetricValue {
  value: number;
  Dimensions: readonly (readonly string[])[];
  /** As CloudWatch wants it. */
  Metric: { Name: string; Unit?: string };
}

const toMetricValue = (
  { name: Name, dimensions }: { name: string; dimensions: readonly string[] },
  value: number,
  Unit?: string,
): MetricValue => ({ value, Dimensions: [dimensions], Metric: Unit === undefined ? { Name } : { Name, Unit } });

/** Each metric has a directive to itself: those of one directive are paid for in all of its dimensions. */
const embedMetrics = (values: readonly MetricValue[]): Record<string, unknown> => {
  const Namespace = env.metricsNamespace();
  if (!Namespace || values.length === 0) return {};
  return {
    ...Object.fromEntries(values.map(({ Metric, value }) => [Metric.Name, value])),
    _aws: {
      Timestamp: clock.now(),
      CloudWatchMetrics: values.map(({ Dimensions, Metric }) => ({ Namespace, Dimensions, Metrics: [Metric] })),
    },
  };
};

const kmsFailureMetric = (error: unknown): MetricValue[] =>
  isKmsFailure(error) ? [toMetricValue(metrics.kmsFailures, 1)] : [];

/**
 * Whether a key of KMS could not be used, by the error or its cause. Queues and Lambda name it (KmsDisabled,
 * KMSAccessDeniedException), secrets call it a failed decryption, and the table denies access and says why in words.
 */
const isKmsFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (/^kms|^(de|en)cryptionfailure/i.test(error.name)) return true;
  return (error.name === 'AccessDeniedException' && /\bKMS\b/.test(error.message)) || isKmsFailure(error.cause);
};
