import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { compose } from '../../../functions/http/compose.ts';
import { errorResponse } from '../../../functions/http/error-response.ts';
import { requestId } from '../../../functions/http/request-id.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
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
  [new ApiError('bad_request', 'No.'), 'rejected', 400],
  [new ApiError('unauthorized', 'No.'), 'rejected', 401],
  [new ApiError('plan_limit_reached', 'No.'), 'rejected', 402],
  [new ApiError('rate_limited', 'No.'), 'throttled', 429],
  [new ApiError('platform_error', 'The channel says no.'), 'channel_failed', 502],
])(
  'a request that ends with %s logs the outcome %s, without a level, an error or a metric',
  async (error, outcome, status) => {
    vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/test');
    const line = await captureLine(() => Promise.reject(error));
    expect(line).toMatchObject({ outcome, status, code: error.code });
    for (const absent of ['level', 'error', '_aws']) expect(line).not.toHaveProperty(absent);
  },
);

it('a request whose item is too large to store is rejected', async () => {
  const error = Object.assign(new Error('Item size has exceeded the maximum'), { name: 'ValidationException' });
  expect(await captureLine(() => Promise.reject(error))).toMatchObject({ outcome: 'rejected' });
});

it.each([new ApiError('internal', 'No.'), new Error('no luck')])(
  'a request that failed on our side, with %s, logs its status and one failed request',
  async (error) => {
    vi.stubEnv('METRICS_NAMESPACE', 'Switchboard/test');
    expect(await captureLine(() => Promise.reject(error))).toMatchObject({
      outcome: 'failed',
      status: 500,
      FailedRequests: 1,
      _aws: { CloudWatchMetrics: [{ Dimensions: [[]], Metrics: [{ Name: 'FailedRequests' }, {}] }] },
    });
  },
);

it('a poll that finds nothing new is logged at the level debug only', async () => {
  const lines = captureLog();
  const poll = compose(async () => ({ statusCode: 304, body: '' }), [requestId(), requestLog('tryThings')]);
  await poll(event, context);
  expect(lines).toEqual([]);
  vi.stubEnv('LOG_LEVEL', 'debug');
  await poll(event, context);
  expect(lines).toMatchObject([{ level: 'debug', operation: 'tryThings', outcome: 'ok' }]);
});

it('a request with invalid JSON logs nothing of its body', async () => {
  const cause = new SyntaxError(`Unexpected token 'x', ..."+4915112345678"x"... is not valid JSON`);
  const line = await captureLine(() => Promise.reject(new ApiError('bad_request', 'No.', { cause })));
  expect(line).toMatchObject({ outcome: 'rejected', cause: { name: 'SyntaxError' } });
  expect(JSON.stringify(line)).not.toContain('4915');
});
