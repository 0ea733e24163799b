import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { compose } from '../../../functions/http/compose.ts';
import { errorResponse } from '../../../functions/http/error-response.ts';
import { requestId } from '../../../functions/http/request-id.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { ApiError } from '../../../functions/model/api-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const event = { requestContext: { requestId: 'the-request' } } as APIGatewayProxyEvent;
const contextWith = (remainingMs: number) => ({ getRemainingTimeInMillis: () => remainingMs }) as Context;
const failWith = (run: () => Promise<unknown>) => compose(run, [requestId(), requestLog('tryThings'), errorResponse()]);

const linesOf = (write: MockInstance<typeof process.stdout.write>): Record<string, unknown>[] =>
  write.mock.calls.map(([line]) => JSON.parse(String(line)));

const watchLog = () => {
  vi.stubEnv('LOG_LEVEL', 'info');
  return vi.spyOn(process.stdout, 'write').mockReturnValue(true);
};

describe('an error that nobody foresaw', () => {
  it('is answered as 500 internal without a word of what happened', async () => {
    const answer = await failWith(async () => {
      throw new Error('password is hunter2');
    })(event, contextWith(10_000));
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      error: { code: 'internal', message: expect.stringContaining('X-Request-Id') },
    });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(answer.headers?.['X-Request-Id']).toBe('the-request');
  });

  it('is logged once, with the request id, its stack and its cause', async () => {
    const write = watchLog();
    await failWith(async () => {
      throw new Error('outer', { cause: new Error('inner') });
    })(event, contextWith(10_000));
    expect(linesOf(write)).toEqual([
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

describe('a failure of the caller', () => {
  it('is one line of level info with its code and cost, and no stack', async () => {
    const write = watchLog();
    await failWith(async () => {
      throw new ApiError('not_found', 'No such thing.');
    })(event, contextWith(10_000));
    const [line, ...others] = linesOf(write);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 'info',
      status: 404,
      code: 'not_found',
      round_trips: 0,
      read_units: 0,
      write_units: 0,
    });
    expect(line).not.toHaveProperty('error');
  });
});

describe('a call that outlasts its function', () => {
  it('is answered in the error shape before the function is ended', async () => {
    const answer = await failWith(() => new Promise(() => undefined))(event, contextWith(260));
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'internal' } });
  });
});
