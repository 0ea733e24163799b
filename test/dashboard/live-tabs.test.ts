import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionEvents, Status } from '../../dashboard/api/live/connection.ts';
import { isConnected, liveState, onConnect, onHints } from '../../dashboard/api/live/live.ts';
import { shareConnection } from '../../dashboard/api/live/tabs.ts';
import { watchHints } from '../../dashboard/api/live/watch.ts';
import type { Hint } from '../../functions/model/hints/hint.ts';
import { fakeSockets } from '../support/fake-socket.ts';

const connected: Status = { state: 'connected', connectedAtMs: 1, silenceMsMax: 300_000, isAlone: false };

/** Locks and messages between tabs are those of Node, which has the same as a browser. */
const openTab = (name: string) => {
  const heard: Hint[] = [];
  const states: Status['state'][] = [];
  const checks: { hasSlept: boolean }[] = [];
  let events: ConnectionEvents | undefined;
  const connect = (given: ConnectionEvents) => {
    events = given;
    return {
      status: () => connected,
      check: (check: { hasSlept: boolean }) => void checks.push(check),
      stop: () => (events = undefined),
    };
  };
  const shared = shareConnection(name, connect, {
    onStatus: ({ state }) => states.push(state),
    onHints: (hints) => heard.push(...hints),
  });
  opened.push(shared);
  return { ...shared, heard, states, checks, leads: () => events !== undefined, events: () => events };
};

let opened: { stop: () => void }[];
let name: string;

beforeEach(() => {
  opened = [];
  name = `hints ${crypto.randomUUID()}`;
});

afterEach(() => {
  for (const { stop } of opened) stop();
});

const holdTimers = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

/** A tab with the connection that does nothing by itself. */
const freeze = (options = {}) => {
  const tabs = new BroadcastChannel(name);
  const release = Promise.withResolvers<void>();
  const frozen = {
    asked: 0,
    tell: (message: object) => tabs.postMessage(message),
    stop: () => {
      release.resolve();
      tabs.close();
    },
  };
  tabs.onmessage = () => {
    frozen.asked += 1;
  };
  navigator.locks.request(name, options, () => release.promise).catch(() => undefined);
  opened.push(frozen);
  return frozen;
};

const openTwo = async () => {
  const leader = openTab(name);
  await expect.poll(leader.leads).toBe(true);
  const follower = openTab(name);
  await expect.poll(() => follower.states).toEqual(['connected']);
  return { leader, follower };
};

describe('the tabs of a browser', () => {
  test('share the connection of the first, which passes on what it hears', async () => {
    const { leader, follower } = await openTwo();
    const hint: Hint = { kind: 'contact', id: 'c1' };
    leader.events()?.onHints([hint]);
    leader.events()?.onStatus({ ...connected, state: 'connecting' });
    await expect.poll(() => follower.states.at(-1)).toBe('connecting');
    expect([leader.heard, follower.heard]).toEqual([[hint], [hint]]);
    expect(follower.leads()).toBe(false);
  });

  test('go on with the connection of the next when the first closes', async () => {
    const { leader, follower } = await openTwo();
    leader.stop();
    await expect.poll(follower.leads).toBe(true);
  });

  test('tell the one with the connection that the machine slept', async () => {
    const { leader, follower } = await openTwo();
    follower.check({ hasSlept: true });
    await expect.poll(() => leader.checks.at(-1)).toEqual({ hasSlept: true });
  });

  test('take over from a frozen tab that has the connection after it gave no sign of life in time', async () => {
    holdTimers();
    const frozen = freeze();
    const tab = openTab(name);
    await expect.poll(() => frozen.asked).toBe(1);
    frozen.tell({ status: connected });
    await expect.poll(() => tab.states).toEqual(['connected']);
    vi.advanceTimersByTime(290_000);
    frozen.tell({ status: connected });
    await expect.poll(() => tab.states).toHaveLength(2);
    vi.advanceTimersByTime(300_000);
    await expect.poll(() => frozen.asked).toBe(2);
    // Polling may pass some of the time.
    vi.advanceTimersByTime(4_000);
    expect([tab.states.at(-1), tab.leads()]).toEqual(['connected', false]);
    vi.advanceTimersByTime(1_000);
    expect(tab.states.at(-1)).toBe('connecting');
    await expect.poll(tab.leads).toBe(true);
  });

  test('follow the one that took over meanwhile until it is gone', async () => {
    const tab = openTab(name);
    await expect.poll(tab.leads).toBe(true);
    const other = freeze({ steal: true });
    await expect.poll(tab.leads).toBe(false);
    other.tell({ hints: [{ kind: 'request' }] });
    await expect.poll(() => tab.heard).toEqual([{ kind: 'request' }]);
    other.stop();
    await expect.poll(tab.leads).toBe(true);
  });

  test('of different workspaces have a connection each', async () => {
    const [one, other] = [openTab(name), openTab(`${name} other`)];
    await expect.poll(() => one.leads() && other.leads()).toBe(true);
  });

  test('have a connection each in a browser without locks', async () => {
    vi.stubGlobal('navigator', { language: 'en-US' });
    expect([openTab(name), openTab(name)].map(({ leads }) => leads())).toEqual([true, true]);
  });
});

describe('the state of the connection', () => {
  const address = {
    url: 'wss://x.example',
    host: 'x',
    channel: '/members/w/e',
    ticket: 't',
    renew_seconds: 900,
    is_alone: false,
  };
  let sockets: ReturnType<typeof fakeSockets>;
  let connects: number;

  beforeEach(() => {
    holdTimers();
    sockets = fakeSockets();
    connects = 0;
    const count = () => {
      connects += 1;
    };
    opened.push({ stop: onConnect(count) });
  });

  const watch = async (answer: typeof address | null = address) => {
    const stop = watchHints(name, async () => answer);
    opened.push({ stop });
    if (answer) await expect.poll(() => sockets.length).toBe(1);
    return stop;
  };

  test('is slow once there has been no connection for 5 seconds, until there is one', async () => {
    await watch();
    vi.advanceTimersByTime(4_000);
    expect(liveState()).toBe('connecting');
    vi.advanceTimersByTime(1_000);
    expect(liveState()).toBe('slow');
    sockets[0]?.accept();
    expect([liveState(), isConnected(), connects]).toEqual(['connected', true, 1]);
    sockets[0]?.cut();
    expect(liveState()).toBe('connecting');
    vi.advanceTimersByTime(5_000);
    expect(liveState()).toBe('slow');
    await expect.poll(() => sockets.length).toBe(2);
    sockets[1]?.accept();
    expect([liveState(), connects]).toEqual(['connected', 2]);
  });

  test('is told once more when the service surely knows of the connection, unless it is an old one of another tab', async () => {
    const stop = await watch();
    sockets[0]?.accept();
    expect(connects).toBe(1);
    vi.advanceTimersByTime(6_000);
    expect(connects).toBe(2);
    stop();
    const leader = freeze();
    opened.push({ stop: watchHints(name, async () => address) });
    await expect.poll(() => leader.asked).toBe(1);
    leader.tell({ status: connected });
    await expect.poll(liveState).toBe('connected');
    const before = connects;
    vi.advanceTimersByTime(10_000);
    expect(connects).toBe(before);
  });

  test('exists only with push and until it is stopped', async () => {
    await watch(null);
    expect(liveState()).toBe('connecting');
    await expect.poll(liveState).toBe('none');
    vi.advanceTimersByTime(5_000);
    expect(liveState()).toBe('none');
  });

  test('opens anew when the machine slept, which a visible tab knows by its timers', async () => {
    await watch();
    sockets[0]?.accept();
    vi.advanceTimersByTime(60_000);
    vi.spyOn(focusManager, 'isFocused').mockReturnValueOnce(false);
    vi.setSystemTime(Date.now() + 40_000);
    vi.advanceTimersByTime(10_000);
    expect(sockets[0]?.isClosed).toBe(false);
    vi.setSystemTime(Date.now() + 40_000);
    vi.advanceTimersByTime(10_000);
    expect(sockets[0]?.isClosed).toBe(true);
  });

  test('ends with the connection: a stopped tab hears nothing', async () => {
    const heard: Hint[] = [];
    opened.push({ stop: onHints((hints) => heard.push(...hints)) });
    const stop = await watch();
    sockets[0]?.accept();
    sockets[0]?.hint({ kind: 'members' });
    stop();
    sockets[0]?.hint({ kind: 'workspace' });
    expect([liveState(), sockets[0]?.isClosed, heard]).toEqual(['none', true, [{ kind: 'members' }]]);
  });
});
