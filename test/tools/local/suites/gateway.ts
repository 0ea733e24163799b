import { request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { foreignHeaders, localHeaders, requestWith } from '../../../support/foreign-requests.ts';
import { sendRaw } from '../../../support/network/send-raw.ts';
import { fixture } from '../fixture/shared.ts';
import { waitFor } from '../fixture/wait-for.ts';

const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${fixture.baseUrl}${path}`, { method: 'POST', body, headers });

const behave = (instructions: object, path = '/behave'): Promise<Response> => post(path, JSON.stringify(instructions));

const { host } = new URL(fixture.baseUrl);

describe('gateway caller', () => {
  it.each(foreignHeaders)('the gateway refuses a request with %s', async (_, buildHeaders) => {
    const { status, body } = await requestWith(`${fixture.baseUrl}/echo/1`, buildHeaders(new URL(fixture.baseUrl)));
    expect(status).toBe(403);
    const message = expect.stringContaining(`http://${host}`);
    expect(JSON.parse(body)).toEqual({ error: { code: 'forbidden', message } });
  });

  it.each(localHeaders)('the gateway answers a request with %s', async (_, buildHeaders) => {
    const { status } = await requestWith(`${fixture.baseUrl}/echo/fixed`, buildHeaders(new URL(fixture.baseUrl)));
    expect(status).toBe(200);
  });
});

describe('gateway request', () => {
  it('a request reaches the function of its route as a proxy event', async () => {
    const response = await fetch(`${fixture.baseUrl}/echo/a%20b/c/d?x=1&x=2`, { headers: { 'X-Mixed-Case': 'y' } });
    const { event } = Object(await response.json());
    expect(event).toMatchObject({
      resource: '/echo/{id}/{proxy+}',
      path: '/echo/a%20b/c/d',
      httpMethod: 'GET',
      pathParameters: { id: 'a b', proxy: 'c/d' },
      queryStringParameters: { x: '2' },
      multiValueQueryStringParameters: { x: ['1', '2'] },
      body: null,
      requestContext: { stage: 'v1', path: '/v1/echo/a%20b/c/d', resourcePath: '/echo/{id}/{proxy+}' },
    });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('a request keeps the case of header names and prefers a fixed segment over a parameter', async () => {
    const response = await sendRaw(
      fixture.baseUrl,
      `GET /v1/echo/fixed HTTP/1.1\r\nHost: ${host}\r\nX-MiXed: y\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toContain('"X-MiXed":"y"');
    expect(response).toContain('"resource":"/echo/fixed"');
  });

  it.each([
    ['GET', '/v1/nowhere'],
    ['PUT', '/v1/behave'],
    ['GET', '/elsewhere'],
    ['GET', '/v1/echo/'],
  ])('%s %s has no route and gets the response for a missing token', async (method, path) => {
    const response = await fetch(new URL(path, fixture.baseUrl), { method });
    expect(response.status).toBe(404);
    const id = response.headers.get('x-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({ error: 'no such route', id });
    expect(response.headers.get('x-kind')).toBe('route');
  });

  it('an unknown route with an Authorization header gets the response for an invalid signature', async () => {
    const response = await fetch(`${fixture.baseUrl}/nowhere`, { headers: { Authorization: 'Bearer x' } });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ type: 'INVALID_SIGNATURE' });
  });

  it.each([
    ['more than 10 MB', 10 * 1024 * 1024 + 1],
    ["more than Lambda's 6 MB", 6 * 1024 * 1024],
  ])('a body of %s is rejected as too large', async (_, bytes) => {
    const response = await post('/echo', 'x'.repeat(bytes));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: 'Request Too Long', type: 'REQUEST_TOO_LARGE' });
  });

  it('a badly encoded path gets the response for a bad request', async () => {
    const response = await sendRaw(
      fixture.baseUrl,
      `GET /v1/echo/%ZZ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toContain('HTTP/1.1 400 Bad Request');
    expect(response).toContain('{"error":"Bad Request","type":"DEFAULT_4XX"}');
  });

  it('malformed HTTP gets the response for a bad request', async () => {
    const response = await sendRaw(fixture.baseUrl, 'this is not HTTP\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain('{"error":"Bad Request","type":"DEFAULT_4XX"}');
  });

  it('pipelined requests are answered in order', async () => {
    const request = (path: string, last = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${last}\r\n`;
    const response = await sendRaw(
      fixture.baseUrl,
      request('/v1/echo/first') + request('/v1/echo/second', 'Connection: close\r\n'),
    );
    const [first, second] = ['first', 'second'].map((id) => response.indexOf(`"pathParameters":{"id":"${id}"}`));
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(Number(first));
  });

  it('a client that disconnects does not disturb the gateway', async () => {
    const port = Number(new URL(fixture.baseUrl).port);
    const inBody = `POST /v1/echo HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\nhalf`;
    const waiting = `POST /v1/behave HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 15\r\n\r\n{"afterMs":200}`;
    for (const text of [inBody, waiting]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.destroy()));
        socket.on('close', () => resolve());
      });
    }
    expect((await behave({ afterMs: 300 })).status).toBe(200);
  });
});

describe('gateway response', () => {
  it.each([
    ['a malformed result', { returns: { hello: 'world' } }],
    ['an error', { does: 'throw' }],
    ['a crash', { does: 'exit' }],
    ['a timeout', { does: 'hang' }],
    ["a result over Lambda's limit", { does: 'large' }],
  ])('%s of the function becomes an integration failure', async (_, instructions) => {
    const response = await behave(instructions);
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: 'Internal server error', type: 'INTEGRATION_FAILURE' });
  });

  it("a function over the integration's limit becomes an integration timeout", async () => {
    await behave({}, '/impatient');
    const response = await behave({ afterMs: 2000 }, '/impatient');
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({ error: 'Endpoint request timed out', type: 'INTEGRATION_TIMEOUT' });
  });

  it("a malformed result is written to the function's log", async () => {
    await behave({ returns: { looks: 'strange' } });
    await waitFor(() => fixture.logs.find(({ line }) => line.includes('Malformed') && line.includes('strange')));
  });
});

describe('gateway compression', () => {
  const text = 'Switchboard '.repeat(50);

  /** Without a client that decompresses by itself. */
  const receive = async (returns: object, acceptEncoding?: string) => {
    const headers = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding };
    const body = JSON.stringify({ returns: { statusCode: 200, ...returns } });
    return new Promise<{ encoding: string | undefined; length: string | undefined; body: Buffer }>(
      (resolve, reject) => {
        const sent = request(`${fixture.baseUrl}/behave`, { method: 'POST', headers }, async (response) => {
          const chunks: Buffer[] = await response.toArray();
          const { 'content-encoding': encoding, 'content-length': length } = response.headers;
          resolve({ encoding, length, body: Buffer.concat(chunks) });
        });
        sent.on('error', reject);
        sent.end(body);
      },
    );
  };

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['gzip;q=0.5, deflate;q=0.8', 'deflate', inflateSync],
    ['GZIP ; q=0.1', 'gzip', gunzipSync],
  ])('a client that accepts %s receives a large body unchanged as %s', async (accepted, encoding, decode) => {
    const response = await receive({ body: text }, accepted);
    expect(response.encoding).toBe(encoding);
    expect(response.length).toBe(String(response.body.length));
    expect(response.body.length).toBeLessThan(100);
    expect(decode(response.body).toString()).toBe(text);
  });

  it.each([
    ['names no encoding', undefined],
    ['accepts anything', '*'],
    ['accepts only br', 'br'],
    ['excludes gzip', 'gzip;q=0, identity'],
  ])('a client that %s receives a large body as it is', async (_, accepted) => {
    expect(await receive({ body: text }, accepted)).toMatchObject({ encoding: undefined, body: Buffer.from(text) });
  });

  it('a body below the minimum is not compressed, and one of exactly the minimum is', async () => {
    expect((await receive({ body: 'x'.repeat(499) }, 'gzip')).encoding).toBeUndefined();
    expect((await receive({ body: 'x'.repeat(500) }, 'gzip')).encoding).toBe('gzip');
  });

  it('a body that the function encoded itself is not encoded again', async () => {
    const response = await receive({ body: text, headers: { 'content-encoding': 'br' } }, 'gzip');
    expect(response).toMatchObject({ encoding: 'br', body: Buffer.from(text) });
  });
});

describe('function environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('a function has the environment of the template and of Lambda, and nothing from this process', async () => {
    vi.stubEnv('ONLY_IN_PARENT', 'x');
    const { environment } = Object(await (await fetch(`${fixture.baseUrl}/echo`)).json());
    expect(environment).toEqual({
      ...fixture.readEnvironment('Echo'),
      AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      AWS_SESSION_TOKEN: expect.stringContaining(':role/Fixture-service-EchoServiceRole'),
    });
    expect(environment).toMatchObject({
      REGION: 'eu-central-1',
      AWS_REGION: 'eu-central-1',
      AWS_LAMBDA_FUNCTION_NAME: expect.stringContaining('Fixture-service-Echo'),
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ENDPOINT_URL_SQS: fixture.sqsEndpoint,
      EXTRA: 'given',
    });
    expect(environment).not.toHaveProperty('ONLY_IN_PARENT');
  });

  it('a function receives a Lambda context', async () => {
    const { context } = Object(await (await fetch(`${fixture.baseUrl}/echo`)).json());
    expect(context).toMatchObject({
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      functionName: expect.stringContaining('Fixture-service-Echo'),
      functionVersion: '$LATEST',
      invokedFunctionArn: expect.stringContaining(
        'arn:aws:lambda:eu-central-1:000000000000:function:Fixture-service-Echo',
      ),
      memoryLimitInMB: '128',
      logGroupName: expect.stringContaining('/aws/lambda/Fixture-service-Echo'),
    });
    expect(context.remainingMs).toBeGreaterThan(5000);
    expect(context.remainingMs).toBeLessThanOrEqual(10_000);
  });
});
