import { KmsDisabled } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../../../functions/model/api-error.ts';
import { errorMetricFields, requestMetricFields } from '../../../../functions/platform/log/metrics.ts';
import { runJob } from '../../../../functions/platform/run-job.ts';
import { getSettings } from '../../../../lib/settings.ts';
import { captureLog } from '../../../support/log.ts';

const text = (lengthMax: number) => z.string().check(z.minLength(1), z.maxLength(lengthMax));

/** The embedded metric format as AWS specifies it; its objects have no other members than these. */
const document = z.looseObject({
  _aws: z.strictObject({
    // Milliseconds since 1970: 13 digits until the year 2286.
    Timestamp: z.int().check(z.minimum(1e12), z.maximum(9_999_999_999_999)),
    CloudWatchMetrics: z.array(
      z.strictObject({
        Namespace: text(1024),
        Dimensions: z.array(z.array(text(250)).check(z.maxLength(30))).check(z.minLength(1)),
        Metrics: z
          .array(
            z.strictObject({
              Name: text(1024),
              Unit: z.optional(z.enum(['Count', 'Milliseconds', 'None'])),
              StorageResolution: z.optional(z.union([z.literal(1), z.literal(60)])),
            }),
          )
          .check(z.minLength(1), z.maxLength(100)),
      }),
    ),
  }),
});

/** The metrics that CloudWatch extracts from a line. Each refers to fields of the line, which must have the right type. */
const readMetrics = (line: Record<string, unknown>) =>
  document.parse(line)._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((keys) =>
      Metrics.map(({ Name }) => ({
        namespace: Namespace,
        name: Name,
        value: z.union([z.number(), z.array(z.number())]).parse(line[Name]),
        dimensions: Object.fromEntries(keys.map((key) => [key, text(1024).parse(line[key])])),
      })),
    ),
  );

const newError = (name: string, message = 'no luck', cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name });

beforeEach(() => {
  vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/test');
});
describe('the metrics of a log line', () => {
  const namespace = 'Switchboard/test';
  const workspaceId = '019a2b1c-1f00-7e44-9c30-00000000002a';

  it.each([
    [workspaceId, 42],
    [undefined, [0, 1]],
  ])('a failed request of %s is one failed request in the embedded metric format, with the number %j', (id, value) => {
    expect(readMetrics(requestMetricFields({ outcome: 'failed', workspaceId: id }))).toEqual([
      { namespace, name: 'FailedRequests', value: 1, dimensions: {} },
      { namespace, name: 'FailingWorkspace', value, dimensions: {} },
    ]);
  });

  it('the log line of a job that is done has no metrics', async () => {
    const lines = captureLog();
    await runJob({ operation: 'tryThings' }, async () => undefined);
    expect(lines).toEqual([expect.not.objectContaining({ _aws: expect.anything() })]);
  });

  it('without a namespace no line has metrics', () => {
    vi.stubEnv('METRICS_NAMESPACE', undefined);
    expect(requestMetricFields({ outcome: 'failed', error: newError('KmsDisabled') })).toEqual({});
  });

  it('a log line is written at the log level of production', () => {
    expect(['debug', 'info']).toContain(getSettings('production').logLevel);
  });
});

describe('a KMS failure', () => {
  it.each([
    ['the table', newError('AccessDeniedException', 'KMS key access denied error: The ciphertext refers to …')],
    ['a queue', new KmsDisabled({ message: 'The key is disabled.', $metadata: {} })],
    ['a queue of the older protocol', newError('KMS.AccessDeniedException')],
    ['a secret', newError('DecryptionFailure')],
    ['a secret that denies access', newError('AccessDeniedException', 'Access to KMS is not allowed')],
    ['Lambda', newError('KMSInvalidStateException')],
    ['the cause of another error', new ApiError('internal', 'no luck', { cause: newError('KmsNotFound') })],
  ])('is counted once when %s reports it', async (_, error) => {
    const lines = captureLog();
    await expect(runJob({ operation: 'tryThings' }, () => Promise.reject(error))).rejects.toBe(error);
    const kms = { namespace: 'Switchboard/test', name: 'KmsFailures', value: 1, dimensions: {} };
    expect(readMetrics(lines[0] ?? {}).filter(({ name }) => name === 'KmsFailures')).toEqual([kms]);
    expect(readMetrics(errorMetricFields(error))).toEqual([kms]);
  });

  it.each([
    newError('AccessDeniedException', 'User is not authorized to perform dynamodb:GetItem'),
    newError('ThrottlingException'),
    'KMS',
    undefined,
  ])('is not counted for another error: %s', (error) => {
    expect(requestMetricFields({ outcome: 'rejected', error })).toEqual({});
    expect(errorMetricFields(error)).toEqual({});
  });
});
