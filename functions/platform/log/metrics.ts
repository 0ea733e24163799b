import { clock } from '../clock.ts';
import { env } from '../env.ts';

/**
 * Counts that AWS does not offer for free. Without dimensions, because each combination of values is a metric with a
 * price.
 */
export const metrics = {
  failedRequests: 'FailedRequests',
  /** Its highest and lowest value differ if requests of two workspaces failed. */
  failingWorkspace: 'FailingWorkspace',
  /** What AppSync did not take in time. Pages then learn of a change when they next poll. */
  failedHints: 'FailedHints',
  kmsFailures: 'KmsFailures',
  /** Counted in the access log of the dashboard's gateway. */
  refusedRequests: 'RefusedRequests',
  rejectedSignIns: 'RejectedSignIns',
} as const;

type MetricName = (typeof metrics)[keyof typeof metrics];

export interface RequestFacts {
  outcome: string;
  error?: unknown;
  workspaceId?: unknown;
  /** Set for a sign-in that ended with an error. */
  signInError?: unknown;
}

/** Builds the metrics in the log line of a request. */
export const requestMetricFields = ({
  outcome,
  error,
  workspaceId,
  signInError,
}: RequestFacts): Record<string, unknown> =>
  embedMetrics({
    ...(outcome === 'failed' ? { [metrics.failedRequests]: 1, [metrics.failingWorkspace]: toNumber(workspaceId) } : {}),
    ...(outcome === 'rejected' && failedSignIns.includes(signInError) ? { [metrics.rejectedSignIns]: 1 } : {}),
    ...kmsFailureMetric(error),
  });

/** A person who cancels, or opens the callback without a sign-in, tried nothing. */
const failedSignIns: readonly unknown[] = ['expired', 'unverified_email', 'issuer_error'];

/** Each workspace has a number of its own. A failure that concerns no workspace counts as two, for it concerns all. */
const toNumber = (workspaceId: unknown): number | number[] =>
  typeof workspaceId === 'string' ? Number.parseInt(workspaceId.slice(-12), 16) : [0, 1];

export const errorMetricFields = (error: unknown): Record<string, unknown> => embedMetrics(kmsFailureMetric(error));

export const failedHintsFields = (failed: number): Record<string, unknown> =>
  embedMetrics({ [metrics.failedHints]: failed });

/** CloudWatch's embedded metric format: the metrics as fields of the log line, and metadata that names them. */
const embedMetrics = (values: Partial<Record<MetricName, number | number[]>>): Record<string, unknown> => {
  const Namespace = env.metricsNamespace();
  const names = Object.keys(values);
  if (!Namespace || names.length === 0) return {};
  return {
    ...values,
    _aws: {
      Timestamp: clock.now(),
      CloudWatchMetrics: [{ Namespace, Dimensions: [[]], Metrics: names.map((Name) => ({ Name })) }],
    },
  };
};

const kmsFailureMetric = (error: unknown) => (isKmsFailure(error) ? { [metrics.kmsFailures]: 1 } : {});

/**
 * SQS and Lambda name KMS in the error (KmsDisabled, KMSAccessDeniedException), Secrets Manager reports a decryption
 * failure, and DynamoDB an AccessDeniedException that mentions KMS.
 */
const isKmsFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (/^kms|^(de|en)cryptionfailure/i.test(error.name)) return true;
  return (error.name === 'AccessDeniedException' && /\bKMS\b/.test(error.message)) || isKmsFailure(error.cause);
};
