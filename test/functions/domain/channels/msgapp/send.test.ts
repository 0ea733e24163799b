import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { buildMessageBody } from '../../../../../functions/domain/channels/msgapp/message-body.ts';
import { sendToMsgapp } from '../../../../../functions/domain/channels/msgapp/send.ts';
import * as http from '../../../../../functions/platform/outbound/http.ts';
import { startFaultyServer } from '../../../../support/network/faulty-server.ts';

const connectionRefused = {
  outcome: 'failed',
  reason: 'connection',
  code: 'ECONNREFUSED',
  sent: false,
  status: undefined,
} as const;

const accessToken = `EAAG${'x'.repeat(200)}`;
const accountAt = (baseUrl: string) => ({
  baseUrl,
  apiVersion: 'v25.0',
  phoneNumberId: '106540000000001',
  accessToken,
});
const message = { id: 'our-id', conversation_id: 'our-conversation' };
const body = buildMessageBody({ to: '+4915550001111', message }, { type: 'text', text: 'Hällo' });
const send = (baseUrl: string, timeoutMs = 5_000) => sendToMsgapp(accountAt(baseUrl), body, timeoutMs);

const accepted = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+4915550001111', wa_id: '4915550001111' }],
  messages: [{ id: 'wamid.HBgN+/=', message_status: 'accepted' }],
};

const answering = (status: number, answer: unknown) =>
  startFaultyServer((response) =>
    response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  );

it('a response without the number counts as accepted, and the base URL may end with a slash', async () => {
  const { baseUrl, calls } = await answering(200, { messages: [{ id: 'wamid.1' }], contacts: [{ user_id: 'DE.1' }] });
  expect(await send(`${baseUrl}/`)).toEqual({ outcome: 'accepted', channelMessageId: 'wamid.1', waId: null });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/v1/v25.0/106540000000001/messages', headers });
});

describe('a refusal', () => {
  it("a refusal holds the channel's code, message and details", async () => {
    const { baseUrl, calls } = await answering(400, {
      error: {
        message: '(#132000) Number of parameters does not match the expected number of params',
        type: 'OAuthException',
        code: 132000,
        error_data: { messaging_product: 'whatsapp', details: 'body: number of localizable_params (1) does not match' },
        fbtrace_id: 'AbCdEf0123456789',
      },
    });
    expect(await send(baseUrl)).toEqual({
      outcome: 'refused',
      code: 132000,
      message: '(#132000) Number of parameters does not match the expected number of params',
      details: 'body: number of localizable_params (1) does not match',
      retry: 'after_fix',
      retryAfterSeconds: null,
    });
    expect(calls).toHaveLength(1);
  });

  it('a refusal never contains the token', async () => {
    const message = `Malformed access token ${accessToken}`;
    const { baseUrl } = await answering(401, { error: { message, code: 190, error_data: message } });
    const refusal = await send(baseUrl);
    expect(refusal).toMatchObject({ outcome: 'refused', code: 190, message: 'Malformed access token ***' });
    expect(JSON.stringify(refusal)).not.toContain(accessToken);
  });

  it.each([
    [503, '<html>Service Unavailable</html>', 'in_seconds', null],
    [429, 'Too Many Requests', 'in_minutes', 60],
    [302, '', 'after_fix', null],
    [400, '{"error":"bad"}', 'after_fix', null],
  ])(
    'HTTP %s with the body %j and no channel error counts as refused and is not retried',
    async (status, answer, retry, retryAfterSeconds) => {
      const { baseUrl, calls } = await answering(status, answer);
      const message = expect.stringContaining(`HTTP status ${status}`);
      const refusal = { outcome: 'refused', code: null, message, details: null, retry, retryAfterSeconds };
      expect(await send(baseUrl)).toEqual(refusal);
      expect(calls).toHaveLength(1);
    },
  );
});

describe('a lost response', () => {
  it.each([
    [500, '<html>Sorry, something went wrong.</html>'],
    [200, '<html>OK</html>'],
    [200, '{}'],
    [200, '{"messages":[{"id":7}]}'],
  ])('HTTP %s with the unreadable body %j leaves the outcome unknown and is not retried', async (status, answer) => {
    const { baseUrl, calls } = await answering(status, answer);
    expect(await send(baseUrl)).toEqual({ outcome: 'unknown', reason: `unreadable: HTTP ${status}` });
    expect(calls).toHaveLength(1);
  });

  it('a connection lost after the request leaves the outcome unknown and is not retried', async () => {
    const { baseUrl, calls } = await startFaultyServer((response) => response.destroy());
    expect(await send(baseUrl)).toEqual({ outcome: 'unknown', reason: 'connection: ECONNRESET' });
    expect(calls).toHaveLength(1);
  });

  it('a response that does not complete in time leaves the outcome unknown and is not retried', async () => {
    // The time is over once the channel has the request, however long that takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = () => void vi.advanceTimersByTime(5_000);
    const silent = await startFaultyServer(pass);
    expect(await send(silent.baseUrl)).toEqual({ outcome: 'unknown', reason: 'timeout: ETIMEDOUT' });
    const slow = await startFaultyServer((response) => void response.write('{"messages":', pass));
    expect(await send(slow.baseUrl)).toEqual({ outcome: 'unknown', reason: 'timeout: ETIMEDOUT' });
    expect([...silent.calls, ...slow.calls]).toHaveLength(2);
  });
});

describe('an unreachable channel', () => {
  it('an unreachable channel is reported after three attempts', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const attempts = vi.spyOn(http, 'sendRequest');
    expect(await send(`http://127.0.0.1:${port}`)).toEqual({
      outcome: 'unreachable',
      reason: 'connection: ECONNREFUSED',
    });
    expect(attempts).toHaveBeenCalledTimes(3);
  });

  it('a message is sent once when a later attempt connects', async () => {
    vi.spyOn(http, 'sendRequest').mockResolvedValueOnce(connectionRefused).mockResolvedValueOnce(connectionRefused);
    const { baseUrl, calls } = await answering(200, accepted);
    expect(await send(baseUrl)).toMatchObject({ outcome: 'accepted' });
    expect(calls).toHaveLength(1);
  });

  it('an unreachable channel is not retried when no time is left', async () => {
    const attempts = vi.spyOn(http, 'sendRequest').mockResolvedValueOnce(connectionRefused);
    expect(await send('http://127.0.0.1:1', 150)).toMatchObject({ outcome: 'unreachable' });
    expect(attempts).toHaveBeenCalledTimes(1);
  });
});
