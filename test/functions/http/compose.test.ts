import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { compose } from '../../../functions/http/compose.ts';
import { errorResponse } from '../../../functions/http/error-response.ts';
import { requestId } from '../../../functions/http/request-id.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { ApiError, errorMessages } from '../../../functions/model/api-error.ts';
import { captureLog } from '../../support/log.ts';

const event = { requestContext: { requestId: 'chosen by the caller' } } as APIGatewayProxyEvent;
const contextWith = (remainingMs: number) =>
  ({ awsRequestId: 'the-request', getRemainingTimeInMillis: () => remainingMs }) as Context;
const handleWith = (run: () => Promise<unknown>) =>
  compose(run, [requestId(), requestLog('tryThings'), errorResponse()]);

describe('an unexpected error', () => {
  it('an unexpected error is a 500 internal that reveals nothing', async () => {
    const response = await handleWith(async () => {
      throw new Error('password is hunter2');
    })(event, contextWith(10_000));
    expect(response.statusCode).toBe(500);
    expect(JSON.parse(response.body)).toEqual({
      error: { code: 'internal', message: expect.stringContaining('X-Request-Id') },
    });
    expect(JSON.stringify(response)).not.toContain('hunter2');
    expect(response.headers?.['X-Request-Id']).toBe('the-request');
  });

  it('an unexpected error is logged once, with the request id, its stack and its cause', async () => {
    const lines = captureLog();
    await handleWith(async () => {
      throw new Error('outer', { cause: new Error('inner') });
    })(event, contextWith(10_000));
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        request_id: 'the-request',
        operation: 'tryThings',
        status: 500,
        code: 'internal',
        error: expect.objectContaining({
          message: 'outer',
          stack: expect.any(String),
          cause: expect.objectContaining({ message: 'inner' }),
        }),
      }),
    ]);
  });
});

describe("the caller's error", () => {
  it('an ApiError logs one line without a level, with its code and cost and no stack', async () => {
    const lines = captureLog();
    await handleWith(async () => {
      throw new ApiError('not_found', 'No such thing.');
    })(event, contextWith(10_000));
    expect(lines).toHaveLength(1);
    const [line] = lines;
    expect(line).toMatchObject({
      status: 404,
      code: 'not_found',
      round_trips: 0,
      read_units: 0,
      write_units: 0,
    });
    for (const absent of ['level', 'error']) expect(line).not.toHaveProperty(absent);
  });
});

describe('a request that outlasts its function', () => {
  it('a request that outlasts its function gets an error body before the timeout', async () => {
    const response = await handleWith(() => new Promise(() => undefined))(event, contextWith(260));
    expect(response.statusCode).toBe(500);
    expect(JSON.parse(response.body)).toEqual({ error: { code: 'internal', message: errorMessages.timeout } });
  });
});
