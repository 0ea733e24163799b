import { clock } from '../clock.ts';
import { env } from '../env.ts';

/**
 * Counts that AWS does not offer for free. Without dimensions, because each combination of values is a metric with a
 * price.
 */
export const metrics = {
  failedRequests: 'FailedRequests',
  kmsFailures: 'KmsFailures',
  rejectedSignIns: 'RejectedSignIns',
} as const;

type MetricName = (typeof metrics)[keyof typeof metrics];

/** Builds the metrics in the log line of a request, by its operation and outcome. */
export const requestMetricFields = (operation: string, outcome: string, error?: unknown): Record<string, unknown> =>
  embedMetrics([
    ...(outcome === 'failed' ? [metrics.failedRequests] : []),
    ...(operation === 'signIn' && outcome === 'rejected' ? [metrics.rejectedSignIns] : []),
    ...kmsFailureMetric(error),
  ]);

export const errorMetricFields = (error: unknown): Record<string, unknown> => embedMetrics(kmsFailureMetric(error));

/** CloudWatch's embedded metric format: the metrics as fields of the log line, and metadata that names them. */
const embedMetrics = (names: readonly MetricName[]): Record<string, unknown> => {
  const Namespace = env.metricsNamespace();
  if (!Namespace || names.length === 0) return {};
  return {
    ...Object.fromEntries(names.map((name) => [name, 1])),
    _aws: {
      Timestamp: clock.now(),
      CloudWatchMetrics: [{ Namespace, Dimensions: [[]], Metrics: names.map((Name) => ({ Name })) }],
    },
  };
};

const kmsFailureMetric = (error: unknown): MetricName[] => (isKmsFailure(error) ? [metrics.kmsFailures] : []);

/**
 * SQS and Lambda name KMS in the error (KmsDisabled, KMSAccessDeniedException), Secrets Manager reports a decryption
 * failure, and DynamoDB an AccessDeniedException that mentions KMS.
 */
const isKmsFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (/^kms|^(de|en)cryptionfailure/i.test(error.name)) return true;
  return (error.name === 'AccessDeniedException' && /\bKMS\b/.test(error.message)) || isKmsFailure(error.cause);
};
