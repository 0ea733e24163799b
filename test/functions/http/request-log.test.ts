import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { compose } from '../../../functions/http/compose.ts';
import { errorResponse } from '../../../functions/http/error-response.ts';
import { requestId } from '../../../functions/http/request-id.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { addLogFields } from '../../../functions/platform/log/invocation-trace.ts';
import { captureLog } from '../../support/log.ts';

const event = { requestContext: { requestId: 'chosen by the caller' } } as APIGatewayProxyEvent;
const context = { awsRequestId: 'the-request', getRemainingTimeInMillis: () => 10_000 } as Context;

const captureLine = async (run: () => Promise<unknown>): Promise<Record<string, unknown> | undefined> => {
  const lines = captureLog();
  await compose(run, [requestId(), requestLog('tryThings'), errorResponse()])(event, context);
  expect(lines).toHaveLength(1);
  return lines[0];
};

it('a request logs its id, operation, outcome and cost', async () => {
  expect(await captureLine(async () => ({ statusCode: 201, body: '{}' }))).toEqual({
    request_id: 'the-request',
    operation: 'tryThings',
    outcome: 'ok',
    duration_ms: expect.any(Number),
    cpu_ms: expect.any(Number),
    round_trips: 0,
    read_units: 0,
    write_units: 0,
  });
});

it.each([
  [new ApiError('bad_request', 'No.'), 'rejected'],
  [new ApiError('unauthorized', 'No.'), 'rejected'],
  [new ApiError('plan_limit_reached', 'No.'), 'rejected'],
  [new ApiError('rate_limited', 'No.'), 'throttled'],
  [new ApiError('platform_error', 'The channel says no.'), 'channel_failed'],
  [new ApiError('internal', 'No.'), 'failed'],
  [new Error('no luck'), 'failed'],
  [Object.assign(new Error('Item size has exceeded the maximum'), { name: 'ValidationException' }), 'rejected'],
])('a request that ends with %s logs the outcome %s', async (error, outcome) => {
  expect(await captureLine(() => Promise.reject(error))).toMatchObject({ outcome });
});

it('a request that failed on our side logs its status, an error level and one failed request', async () => {
  vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/test');
  expect(await captureLine(() => Promise.reject(new Error('no luck')))).toMatchObject({
    level: 'error',
    message: 'request',
    status: 500,
    FailedRequests: 1,
    _aws: { CloudWatchMetrics: [{ Dimensions: [[]], Metrics: [{ Name: 'FailedRequests' }, {}] }] },
  });
});

it.each([
  ['ok', async () => ({ statusCode: 200, body: '{}' })],
  ['rejected', () => Promise.reject(new ApiError('bad_request', 'No.'))],
  ['throttled', () => Promise.reject(new ApiError('rate_limited', 'No.'))],
  ['channel_failed', () => Promise.reject(new ApiError('platform_error', 'The channel says no.'))],
])('a request with the outcome %s has no metric of ours', async (outcome, run) => {
  vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/test');
  const line = await captureLine(run);
  expect(line).toMatchObject({ outcome });
  expect(line).not.toHaveProperty('_aws');
});

it('a poll that finds nothing new is logged at the level debug only', async () => {
  const lines = captureLog();
  const poll = compose(async () => ({ statusCode: 304, body: '' }), [requestId(), requestLog('tryThings')]);
  await poll(event, context);
  expect(lines).toEqual([]);
  vi.stubEnv('LOG_LEVEL', 'debug');
  await poll(event, context);
  expect(lines).toMatchObject([{ level: 'debug', operation: 'tryThings', outcome: 'ok' }]);
});

it('a request logs the fields that its verb added', async () => {
  const run = async () => addLogFields({ channel: 'msgapp', channel_outcome: 'accepted' });
  expect(await captureLine(run)).toMatchObject({ channel: 'msgapp', channel_outcome: 'accepted' });
});

it('a request with invalid JSON logs nothing of its body', async () => {
  const cause = new SyntaxError(`Unexpected token 'x', ..."+4915112345678"x"... is not valid JSON`);
  const line = await captureLine(() => Promise.reject(new ApiError('bad_request', 'No.', { cause })));
  expect(line).toMatchObject({ outcome: 'rejected', cause: { name: 'SyntaxError' } });
  expect(JSON.stringify(line)).not.toContain('4915');
});
