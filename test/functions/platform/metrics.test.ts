import { KmsDisabled } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../../functions/model/api-error.ts';
import { errorMetricFields, metricFields } from '../../../functions/platform/metrics.ts';
import { runJob } from '../../../functions/platform/run-job.ts';
import { getSettings } from '../../../lib/settings.ts';
import { captureLog } from '../../support/log.ts';

/** The embedded metric format as AWS specifies it; its objects have no other members than these. */
const document = z.looseObject({
  _aws: z.strictObject({
    // Milliseconds since 1970, which are 13 digits for longer than this code will live.
    Timestamp: z.int().min(1e12).max(9_999_999_999_999),
    CloudWatchMetrics: z.array(
      z.strictObject({
        Namespace: z.string().min(1).max(1024),
        Dimensions: z.array(z.array(z.string().min(1).max(250)).max(30)).min(1),
        Metrics: z
          .array(
            z.strictObject({
              Name: z.string().min(1).max(1024),
              Unit: z.enum(['Count', 'Milliseconds', 'None']).optional(),
              StorageResolution: z.union([z.literal(1), z.literal(60)]).optional(),
            }),
          )
          .min(1)
          .max(100),
      }),
    ),
  }),
});

/** The metrics that CloudWatch makes of a line. Each refers to members of the line, which must have the right form. */
const metricsOf = (line: Record<string, unknown>) =>
  document.parse(line)._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((keys) =>
      Metrics.map(({ Name }) => ({
        namespace: Namespace,
        name: Name,
        value: z.number().parse(line[Name]),
        dimensions: Object.fromEntries(keys.map((key) => [key, z.string().min(1).max(1024).parse(line[key])])),
      })),
    ),
  );

const failingWith = (name: string, message = 'no luck', cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name });

beforeEach(() => {
  vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/test');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the line of an attempt', () => {
  it('is a document of the embedded metric format: one count by operation and outcome, one duration', async () => {
    const lines = captureLog();
    await runJob({ operation: 'tryThings' }, async () => undefined);
    const [line = {}] = lines;
    expect(metricsOf(line)).toEqual([
      {
        namespace: 'Switchboard/test',
        name: 'Calls',
        value: 1,
        dimensions: { operation: 'tryThings', outcome: 'done' },
      },
      {
        namespace: 'Switchboard/test',
        name: 'Duration',
        value: line['duration_ms'],
        dimensions: { operation: 'tryThings' },
      },
    ]);
  });

  it('carries no metric where there is no namespace, and is the same line otherwise', async () => {
    const lines = captureLog();
    const attempt = () => runJob({ operation: 'tryThings' }, async () => undefined);
    await attempt();
    vi.stubEnv('METRICS_NAMESPACE', undefined);
    await attempt();
    const [counted, bare] = lines.map((line) => Object.keys(line));
    expect(bare).not.toContain('_aws');
    expect(counted).toEqual([...(bare ?? []), 'Calls', 'Duration', '_aws']);
  });

  it('pays at most 350 bytes for its metrics', () => {
    vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/production');
    expect(JSON.stringify(metricFields({ duration_ms: 1234 })).length).toBeLessThan(350);
  });

  it('is written in production', () => {
    expect(['debug', 'info']).toContain(getSettings('production').logLevel);
  });
});

describe('a key that cannot be used', () => {
  it.each([
    ['the table', failingWith('AccessDeniedException', 'KMS key access denied error: The ciphertext refers to …')],
    ['a queue', new KmsDisabled({ message: 'The key is disabled.', $metadata: {} })],
    ['a queue, by the code of its older protocol', failingWith('KMS.AccessDeniedException')],
    ['a secret', failingWith('DecryptionFailure')],
    ['a secret, denied', failingWith('AccessDeniedException', 'Access to KMS is not allowed')],
    ['Lambda', failingWith('KMSInvalidStateException')],
    ['the cause of another error', new ApiError('internal', 'no luck', { cause: failingWith('KmsNotFound') })],
  ])('is counted once, whoever complains: %s', async (_, error) => {
    const lines = captureLog();
    await runJob({ operation: 'tryThings' }, () => Promise.reject(error));
    const kms = { namespace: 'Switchboard/test', name: 'KmsFailures', value: 1, dimensions: {} };
    expect(metricsOf(lines[0] ?? {}).filter(({ name }) => name === 'KmsFailures')).toEqual([kms]);
    expect(metricsOf(errorMetricFields(error))).toEqual([kms]);
  });

  it.each([
    failingWith('AccessDeniedException', 'User is not authorized to perform dynamodb:GetItem'),
    failingWith('ThrottlingException'),
    'KMS',
    undefined,
  ])('is not what any other error tells of: %s', (error) => {
    expect(metricFields({}, error)).not.toHaveProperty('KmsFailures');
    expect(errorMetricFields(error)).toEqual({});
  });
});
