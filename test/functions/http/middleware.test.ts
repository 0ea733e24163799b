import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readIfChanged, revalidated } from '../../../functions/http/cacheable.ts';
import { compose } from '../../../functions/http/compose.ts';
import { compressed } from '../../../functions/http/compressed.ts';
import { errorResponse } from '../../../functions/http/error-response.ts';
import { formatResponse } from '../../../functions/http/format-response.ts';
import { toKeyOrder } from '../../../functions/http/key-order.ts';
import type { Caller, CallState } from '../../../functions/http/request.ts';
import { requestId } from '../../../functions/http/request-id.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { errorMessages } from '../../../functions/model/api-error.ts';
import { captureLog } from '../../support/log.ts';

const event = { requestContext: { requestId: 'chosen by the caller' } } as APIGatewayProxyEvent;
const contextWith = (remainingMs: number) =>
  ({ awsRequestId: 'the-request', getRemainingTimeInMillis: () => remainingMs }) as Context;
const handleWith = (run: () => Promise<unknown>) =>
  compose(run, [requestId(), requestLog('tryThings'), errorResponse()]);

it('an unexpected error is a 500 internal that reveals nothing, and is logged once with its stack and cause', async () => {
  const lines = captureLog();
  const response = await handleWith(async () => {
    throw new Error('password is hunter2', { cause: new Error('inner') });
  })(event, contextWith(10_000));
  expect(response.statusCode).toBe(500);
  expect(JSON.parse(response.body)).toEqual({
    error: { code: 'internal', message: expect.stringContaining('X-Request-Id') },
  });
  expect(JSON.stringify(response)).not.toContain('hunter2');
  expect(response.headers?.['X-Request-Id']).toBe('the-request');
  const error = { message: 'password is hunter2', stack: expect.any(String), cause: { message: 'inner' } };
  expect(lines).toMatchObject([
    { level: 'error', request_id: 'the-request', operation: 'tryThings', status: 500, code: 'internal', error },
  ]);
});

it('a request that outlasts its function gets an error body before the timeout', async () => {
  const response = await handleWith(() => new Promise(() => undefined))(event, contextWith(260));
  expect(response.statusCode).toBe(500);
  expect(JSON.parse(response.body)).toEqual({ error: { code: 'internal', message: errorMessages.timeout } });
});

const large = JSON.stringify({ data: 'é'.repeat(2000) });

const respond = (body: string, acceptEncoding?: string) =>
  compose(async () => ({ statusCode: 200, body }), [requestId(), compressed()])(
    {
      headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding },
    } as unknown as APIGatewayProxyEvent,
    contextWith(10_000),
  );

describe('a compressed response', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5', 'identity, gzip ; q=1'])(
    'a client that accepts %s gets a large body as gzip',
    async (acceptEncoding) => {
      const { body, isBase64Encoded, headers } = await respond(large, acceptEncoding);
      expect(isBase64Encoded).toBe(true);
      expect(headers).toMatchObject({ 'Content-Encoding': 'gzip' });
      expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(large);
    },
  );

  it.each([undefined, '', 'br', 'gzip;q=0', 'x-gzip', 'identity'])(
    'a client that accepts %s gets the body as it is',
    async (acceptEncoding) => expect(await respond(large, acceptEncoding)).toMatchObject({ body: large }),
  );

  it('only a body of more than 2 KB is compressed', async () => {
    const body = 'a'.repeat(2048);
    expect(await respond(body, 'gzip')).toMatchObject({ body });
    expect(await respond(`${body}a`, 'gzip')).toMatchObject({ isBase64Encoded: true });
  });
});

const tag = z.object({ id: z.string(), name: z.string() });
const schema = z.object({
  data: z.array(z.object({ id: z.string(), note: z.nullable(z.string()), tags: z.array(tag), best: z.nullable(tag) })),
  meta: z.optional(z.object({ next: z.nullable(z.string()) })),
});

describe('the key order of a response', () => {
  it('nested objects and those in lists have the order of the schema', () => {
    const value = {
      meta: { next: null },
      data: [{ best: { name: 'a', id: '1' }, tags: [{ name: 'b', id: '2' }], note: null, id: '3' }],
    };
    expect(JSON.stringify(toKeyOrder(schema)(value))).toBe(
      '{"data":[{"id":"3","note":null,"tags":[{"id":"2","name":"b"}],"best":{"id":"1","name":"a"}}],"meta":{"next":null}}',
    );
  });

  it('keys that the schema does not know come last and nothing is lost', () => {
    const value = { extra: 1, data: [{ more: 2, best: null, id: '3' }] };
    expect(JSON.stringify(toKeyOrder(schema)(value))).toBe('{"data":[{"id":"3","best":null,"more":2}],"extra":1}');
  });

  it('a value of a union has the order of the first object whose keys it has', () => {
    const union = z.object({
      data: z.union([z.object({ id: z.string(), name: z.string() }), z.object({ b: z.int(), a: z.int() })]),
    });
    const orderKeys = toKeyOrder(union);
    expect(JSON.stringify(orderKeys({ data: { name: 'x', id: '1' } }))).toBe('{"data":{"id":"1","name":"x"}}');
    expect(JSON.stringify(orderKeys({ data: { a: 1, b: 2 } }))).toBe('{"data":{"b":2,"a":1}}');
    expect(orderKeys({ data: 'text' })).toEqual({ data: 'text' });
    expect(orderKeys({ data: { c: 3 } })).toEqual({ data: { c: 3 } });
  });

  it('a value of another type than the schema says is kept as it is', () => {
    expect(toKeyOrder(schema)({ data: 'text', meta: null })).toEqual({ data: 'text', meta: null });
  });
});

describe('a result that has a version', () => {
  const read = (ifNoneMatch: string, body: () => Promise<unknown>) => {
    const contract = { operationId: 'getThing', method: 'GET', path: '/thing', status: 200 } as const;
    const response = () => z.object({ data: z.string() });
    const run = async () => ({ version: '7', read: body });
    const handler = compose<CallState<Caller>>(run, [
      requestId(),
      revalidated(),
      formatResponse({ ...contract, response }),
      readIfChanged(),
    ]);
    return handler({ ...event, headers: { 'if-none-match': ifNoneMatch } }, contextWith(10_000));
  };

  it('is read only for a caller who has another version', async () => {
    const first = await read('"another"', async () => ({ data: 'new' }));
    expect(first).toMatchObject({ statusCode: 200, body: '{"data":"new"}' });
    const etag = String(first.headers?.['ETag']);
    const second = await read(etag, () => Promise.reject(new Error('read in vain')));
    expect(second).toMatchObject({ statusCode: 304, body: '', headers: { ETag: etag } });
  });
});
