import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Switchboard,
  SwitchboardConnectionError,
  SwitchboardError,
  type SwitchboardOptions,
} from '../../sdk/src/index.ts';
import {
  type Answer,
  answerError,
  answerJson,
  breakOff,
  resetConnection,
  startFaultyServer,
} from '../support/network/faulty-server.ts';

// The jitter of a delay starts at 0, so a retry takes no time.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
const start = async (answers: Answer[], options: Partial<SwitchboardOptions> = {}) => {
  const { baseUrl, calls } = await startFaultyServer(...answers);
  return { client: new Switchboard({ apiKey: 'svc_live_test', baseUrl, ...options }), calls };
};

const sent = answerJson(201, { data: { message_id: 'm1' } });
const soon = { 'retry-after': '0' };
const message = { to: '+14155550123', text: 'Hello' };

describe('a call that may succeed on another attempt', () => {
  it.each<[string, Answer]>([
    ['the rate limit', answerError(429, 'rate_limited', soon)],
    ['a failure of the service', answerError(500, 'internal', soon)],
    ['a full service', answerError(503, 'internal', soon)],
    ['a gateway timeout', answerError(504, 'internal', soon)],
    ["a proxy's page", (response) => response.writeHead(502, soon).end('<html>Bad gateway</html>')],
    ['an earlier attempt that is still running', answerError(400, 'bad_request', soon)],
    ['a reset connection', resetConnection],
    ['a response that breaks off', breakOff],
  ])('%s is followed by another attempt with the same idempotency key and body', async (_, fault) => {
    const { client, calls } = await start([fault, sent]);
    expect(await client.messages.send(message)).toEqual({ message_id: 'm1' });
    expect(calls).toHaveLength(2);
    const [first, second] = calls;
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toBe(first?.body);
  });

  it('a file that is being copied is asked for again, and its link is returned and not followed', async () => {
    const file = { message_id: 'm1', url: 'http://127.0.0.1:1/file' };
    const pending = answerError(404, 'not_found', { ...soon, 'x-media-status': 'pending' });
    const found = answerJson(302, { data: file }, { location: file.url });
    const { client, calls } = await start([pending, found]);
    expect(await client.media.get('m1')).toEqual(file);
    expect(calls.map(({ path }) => path)).toEqual(['/v1/media/m1', '/v1/media/m1']);
  });

  it('a file that cannot be copied is an error at once, which says why', async () => {
    const { client, calls } = await start([answerError(404, 'not_found', { 'x-media-status': 'too_large' })]);
    await expect(client.media.get('m1')).rejects.toMatchObject({ code: 'not_found', mediaStatus: 'too_large' });
    expect(calls).toHaveLength(1);
  });

  it('each POST, and no other call, has an idempotency key of its own', async () => {
    const { client, calls } = await start([sent]);
    await client.messages.send(message);
    await client.messages.send(message);
    await client.contacts.update('c1', { name: 'Ana' });
    const keys = calls.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBeUndefined();
  });

  it('the attempts end with the last error after the number of retries', async () => {
    const { client, calls } = await start([answerError(503, 'internal', soon)], { maxRetries: 2 });
    await expect(client.me.get()).rejects.toMatchObject({ status: 503, code: 'internal' });
    expect(calls).toHaveLength(3);
    await expect(client.me.get({ maxRetries: 0 })).rejects.toBeInstanceOf(SwitchboardError);
    expect(calls).toHaveLength(4);
  });
});

describe('a call that another attempt cannot help', () => {
  it.each<[string, Answer]>([
    ['a bad request', answerError(400, 'bad_request')],
    ['a refused message', answerError(502, 'platform_error', { 'x-channel-error-code': '131026' })],
    ['an unknown outcome', answerError(502, 'platform_error', { 'x-channel-error-code': 'outcome_unknown', ...soon })],
    ['a wait until a date', answerError(429, 'rate_limited', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' })],
    ['a wait of over a minute', answerError(429, 'rate_limited', { 'retry-after': '3600' })],
  ])('%s fails at once', async (_, fault) => {
    const { client, calls } = await start([fault, sent]);
    await expect(client.messages.send(message)).rejects.toBeInstanceOf(SwitchboardError);
    expect(calls).toHaveLength(1);
  });

  it.each([200, 302])('a page with status %s in place of JSON is an error that names "baseUrl"', async (status) => {
    const page: Answer = (response) => response.writeHead(status).end('<!doctype html><title>Dashboard</title>');
    const { client, calls } = await start([page]);
    const sending = [client.me.get(), client.contacts.list().page(), client.messages.send(message)];
    for (const error of await Promise.all(sending.map((call) => call.catch((thrown: unknown) => thrown)))) {
      expect(error).toBeInstanceOf(SwitchboardError);
      expect(error).toMatchObject({ status, message: expect.stringMatching(/not from the API\. Check .*"baseUrl"/) });
    }
    expect(calls).toHaveLength(3);
  });

  it('an error carries what a program needs to decide', async () => {
    const headers = { 'x-request-id': 'r1', 'x-channel-error-code': 'outcome_unknown', 'x-message-id': 'm1' };
    const { client } = await start([answerError(502, 'platform_error', headers)]);
    const error = await client.messages.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'SwitchboardError',
      message: 'The test answers 502.',
      status: 502,
      code: 'platform_error',
      requestId: 'r1',
      channelCode: 'outcome_unknown',
      messageId: 'm1',
      isOutcomeUnknown: true,
    });
  });
});

describe('time limits', () => {
  it('an attempt without a response ends in time for the next one to succeed', async () => {
    const limit = new AbortController();
    // A call of an earlier test may still retry, with the usual limit.
    const own = [limit.signal];
    const begin = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 50_000 ? own.shift() : undefined) ?? begin(ms));
    const hold: Answer = () => limit.abort(new DOMException('The time is over.', 'TimeoutError'));
    const { client, calls } = await start([hold, sent], { timeoutMs: 50_000 });
    expect(await client.messages.send(message)).toEqual({ message_id: 'm1' });
    expect(timeout.mock.calls.filter(([ms]) => ms !== 30_000)).toEqual([[50_000], [50_000]]);
    expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key']);
  });

  it('a body that never ends counts as no response', async () => {
    const drip: Answer = (response) => void response.writeHead(200).write('{');
    const { client } = await start([drip], { timeoutMs: 100, maxRetries: 0 });
    const error = await client.me.get().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SwitchboardConnectionError);
    expect(error).toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it('a canceled call stops waiting for its next attempt', async () => {
    const { client, calls } = await start([answerError(429, 'rate_limited', { 'retry-after': '60' })]);
    const controller = new AbortController();
    const call = client.me.get({ signal: controller.signal });
    await expect.poll(() => calls.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(SwitchboardConnectionError);
    expect(calls).toHaveLength(1);
  });
});

describe('a client that could not send a request', () => {
  const [apiKey, baseUrl] = ['svc_live_test', 'http://127.0.0.1/v1'];

  it.each<[string, unknown, string]>([
    ['no key', { apiKey: '', baseUrl }, '"apiKey" is missing. Create an API key'],
    [
      'the text of an unset variable as key',
      { apiKey: 'undefined', baseUrl },
      'the variable that it comes from is set',
    ],
    ['a key with a line break', { apiKey: 'svc_live_test\n', baseUrl }, '"apiKey" is not an API key'],
    ['no base URL', { apiKey }, '"baseUrl" is missing. Pass the address'],
    ['a base URL without a scheme', { apiKey, baseUrl: 'localhost:4000/v1' }, '"localhost:4000/v1" is not'],
    ['a base URL with a password', { apiKey, baseUrl: 'https://a:secret@example.com/v1' }, 'user name or password'],
  ])('%s is refused at once with the remedy', (_, options, remedy) => {
    expect(() => Reflect.construct(Switchboard, [options])).toThrow(remedy);
  });

  it('a service that does not listen is named with the cause', async () => {
    const client = new Switchboard({ apiKey, baseUrl: 'http://127.0.0.1:2/v1', maxRetries: 0 });
    await expect(client.me.get()).rejects.toThrow(
      'No response from http://127.0.0.1:2: connect ECONNREFUSED 127.0.0.1:2',
    );
  });
});

it('an id cannot lead to another path', async () => {
  const { client, calls } = await start([answerJson(200, { data: {} })]);
  await client.contacts.get('../me?x=1');
  expect(calls[0]?.path).toBe('/v1/contacts/..%2Fme%3Fx%3D1');
});

it.each(['', '.', '..'])('the id %j is refused before anything is sent', async (id) => {
  const { client, calls } = await start([sent]);
  expect(() => client.segments.contacts(id)).toThrow('is not an id');
  expect(() => client.templates.get('welcome', id)).toThrow('is not an id');
  await expect(async () => client.contacts.get(id)).rejects.toThrow('is not an id');
  expect(calls).toEqual([]);
});
