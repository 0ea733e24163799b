import { clock } from './clock.ts';
import { env } from './env.ts';

/** The metrics that CloudWatch extracts from log lines; dimensions are fields of the line. Alarms and board read them. */
export const metrics = {
  calls: { name: 'Calls', dimensions: ['operation', 'outcome'] },
  duration: { name: 'Duration', dimensions: ['operation'] },
  kmsFailures: { name: 'KmsFailures', dimensions: [] },
} as const;

/**
 * CloudWatch's embedded metric format: the metrics as fields of the log line, and metadata that names them and their
 * dimensions. The line must have `operation` and `outcome`.
 */
export const metricFields = ({ duration_ms = 0 }: Record<string, number>, error?: unknown): Record<string, unknown> =>
  embedMetrics([
    toMetricValue(metrics.calls, 1),
    toMetricValue(metrics.duration, duration_ms, 'Milliseconds'),
    ...kmsFailureMetric(error),
  ]);

export const errorMetricFields = (error: unknown): Record<string, unknown> => embedMetrics(kmsFailureMetric(error));

interface MetricValue {
  value: number;
  Dimensions: readonly (readonly string[])[];
  Metric: { Name: string; Unit?: string };
}

const toMetricValue = (
  { name: Name, dimensions }: { name: string; dimensions: readonly string[] },
  value: number,
  Unit?: string,
): MetricValue => ({ value, Dimensions: [dimensions], Metric: Unit === undefined ? { Name } : { Name, Unit } });

/** One directive per metric: within a directive, every metric is billed for every dimension set. */
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
 * SQS and Lambda name KMS in the error (KmsDisabled, KMSAccessDeniedException), Secrets Manager reports a decryption
 * failure, and DynamoDB an AccessDeniedException that mentions KMS.
 */
const isKmsFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (/^kms|^(de|en)cryptionfailure/i.test(error.name)) return true;
  return (error.name === 'AccessDeniedException' && /\bKMS\b/.test(error.message)) || isKmsFailure(error.cause);
};
