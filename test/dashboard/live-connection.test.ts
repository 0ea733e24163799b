import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AskForSocket, keepConnected, reconnectMs, type Status } from '../../dashboard/api/live/connection.ts';
import type { Hint } from '../../functions/model/hints/hint.ts';
import { type FakeSocket, fakeSockets } from '../support/fake-socket.ts';

const address = {
  url: 'wss://socket.example/event/realtime',
  host: 'api.example',
  channel: '/members/w1/e1',
  ticket: 'ticket',
  renew_seconds: 900,
  is_alone: false,
};

let sockets: FakeSocket[];
let ask: ReturnType<typeof vi.fn<AskForSocket>>;
let states: Status['state'][];
let heard: Hint[];
let connection: ReturnType<typeof keepConnected> | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  // The longest wait that the jitter allows.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  sockets = fakeSockets();
  ask = vi.fn(async () => address);
  states = [];
  heard = [];
});

afterEach(() => {
  connection?.stop();
  onlineManager.setOnline(true);
});

const start = async () => {
  connection = keepConnected(ask, {
    onStatus: ({ state }) => state !== states.at(-1) && states.push(state),
    onHints: (hints) => heard.push(...hints),
  });
  await pass(0);
};

const connect = async (silenceMsMax?: number) => {
  await start();
  newest().accept(silenceMsMax);
};

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const newest = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('No socket was opened.');
  return socket;
};

describe('the connection for hints', () => {
  test('shows its ticket when it connects and when it subscribes', async () => {
    await connect();
    const header = newest().protocols[1]?.replace('header-', '') ?? '';
    const authorization = { host: 'api.example', Authorization: 'ticket' };
    expect(newest().protocols[0]).toBe('aws-appsync-event-ws');
    expect(header).not.toMatch(/[+/=]/);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual(authorization);
    expect(newest().sent).toEqual([
      { type: 'connection_init' },
      { type: 'subscribe', id: expect.any(String), channel: '/members/w1/e1', authorization },
    ]);
    expect(states).toEqual(['connecting', 'connected']);
  });

  test.each([
    ['a text', (text: string) => text],
    ['a list of texts', (text: string) => [text]],
  ])('reads the hints of an event that is %s, and nothing from one that is not understood', async (_, wrap) => {
    await connect();
    const hint = { kind: 'contact', id: 'c1' };
    newest().say({ type: 'data', event: wrap(JSON.stringify([hint])) });
    newest().say({ type: 'data', event: wrap('no JSON') });
    newest().say({ type: 'data', event: wrap('[1, null, "x"]') });
    expect(heard).toEqual([hint]);
  });

  test('is alone until a colleague opens a page', async () => {
    ask.mockResolvedValue({ ...address, is_alone: true });
    await connect(2_000_000);
    expect(connection?.status().isAlone).toBe(true);
    newest().say({ type: 'data', event: JSON.stringify([{ kind: 'arrival', user_id: 'u2' }]) });
    expect(connection?.status().isAlone).toBe(false);
    await pass(900_000);
    expect(connection?.status().isAlone).toBe(true);
  });

  test('gives up a connect that has no channel after 10 seconds', async () => {
    await start();
    newest().say({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    await pass(9_999);
    expect(newest().isClosed).toBe(false);
    await pass(1);
    expect(newest().isClosed).toBe(true);
    await pass(500);
    expect(sockets).toHaveLength(2);
  });

  test.each(['connection_error', 'subscribe_error', 'error'])('connects again after %s', async (type) => {
    await start();
    newest().say({ type });
    expect(newest().isClosed).toBe(true);
    await pass(500);
    expect(sockets).toHaveLength(2);
  });

  test('counts as lost after the time-out of the protocol without any message', async () => {
    await connect(100_000);
    await pass(99_000);
    newest().say({ type: 'ka' });
    await pass(99_999);
    expect(states.at(-1)).toBe('connected');
    await pass(1);
    expect(states.at(-1)).toBe('connecting');
    expect(newest().isClosed).toBe(true);
  });

  test('waits a random part of a time that doubles with each failure, up to 30 seconds', () => {
    expect([0, 1, 2, 5, 6, 50].map((attempts) => reconnectMs(attempts, 1))).toEqual([
      500, 1_000, 2_000, 16_000, 30_000, 30_000,
    ]);
    expect(reconnectMs(2, 0.25)).toBe(500);
  });

  test('begins with the shortest wait only after a connection that held for a minute', async () => {
    await start();
    for (const waitMs of [500, 1_000]) {
      newest().accept();
      await pass(1_000);
      newest().cut();
      await pass(waitMs);
    }
    newest().accept();
    await pass(1_000);
    newest().cut();
    await pass(1_999);
    expect(sockets).toHaveLength(3);
    await pass(1);
    newest().accept();
    await pass(60_001);
    newest().cut();
    await pass(500);
    expect(sockets).toHaveLength(5);
  });

  test('asks again with backoff when no ticket can be had', async () => {
    ask.mockRejectedValueOnce(new Error('unreachable')).mockRejectedValueOnce(new Error('unreachable'));
    await start();
    await pass(500);
    await pass(999);
    expect(ask).toHaveBeenCalledTimes(2);
    await pass(1);
    expect(sockets).toHaveLength(1);
  });

  test('never asks again where there is no push', async () => {
    ask.mockResolvedValue(null);
    await start();
    expect(states).toEqual(['connecting', 'none']);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    connection?.check({ hasSlept: true });
    await pass(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('stays while the channel keeps its name when it renews the watch', async () => {
    await connect();
    for (let minutes = 0; minutes < 30; minutes++) {
      await pass(60_000);
      newest().say({ type: 'ka' });
    }
    expect(ask).toHaveBeenCalledTimes(3);
    expect(sockets).toHaveLength(1);
  });

  test('moves to the channel that a renewal names', async () => {
    await connect(2_000_000);
    ask.mockResolvedValue({ ...address, channel: '/members/w1/e2', ticket: 'next' });
    await pass(900_000);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    newest().accept();
    expect(newest().sent.at(-1)?.channel).toBe('/members/w1/e2');
  });

  test('counts as lost when the watch cannot be renewed', async () => {
    await connect(2_000_000);
    ask.mockRejectedValue(new Error('unreachable'));
    await pass(900_000 + 39_999);
    expect(states.at(-1)).toBe('connected');
    await pass(1);
    expect(states.at(-1)).toBe('connecting');
  });

  test('opens anew within 3 seconds after the hint that the channel has another name', async () => {
    await connect();
    newest().hint({ kind: 'renew' });
    await pass(2_000);
    newest().hint({ kind: 'renew' });
    await pass(999);
    expect(sockets).toHaveLength(1);
    await pass(1);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  test('closes while the browser is offline and connects when it is back', async () => {
    await connect();
    onlineManager.setOnline(false);
    expect(newest().isClosed).toBe(true);
    await pass(60_000);
    expect([ask.mock.calls.length, states.at(-1)]).toEqual([1, 'connecting']);
    onlineManager.setOnline(true);
    await pass(0);
    expect(sockets).toHaveLength(2);
  });

  test('does not wait any longer when the tab comes back', async () => {
    await start();
    for (const waitMs of [500, 1_000, 2_000]) {
      newest().cut();
      await pass(waitMs);
    }
    newest().cut();
    await pass(0);
    expect(sockets).toHaveLength(4);
    connection?.check({ hasSlept: false });
    await pass(0);
    expect(sockets).toHaveLength(5);
  });

  test('opens anew after a sleep or a long silence, but not whenever the tab comes back', async () => {
    await connect();
    await pass(80_000);
    connection?.check({ hasSlept: false });
    await pass(0);
    expect(sockets).toHaveLength(1);
    await pass(11_000);
    connection?.check({ hasSlept: false });
    await pass(0);
    expect(sockets).toHaveLength(2);
    newest().accept();
    connection?.check({ hasSlept: true });
    await pass(0);
    expect(sockets).toHaveLength(3);
  });

  test('is over once it is stopped, whatever it still waits for', async () => {
    let answer: (value: typeof address) => void = () => undefined;
    ask.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await start();
    connection?.stop();
    answer(address);
    await pass(60_000);
    expect([sockets.length, ask.mock.calls.length]).toEqual([0, 1]);
  });
});
