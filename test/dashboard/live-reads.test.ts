import { focusManager, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { oldestReadMs } from '../../dashboard/api/freshness.ts';
import { isPushed, setCoverage, setLiveState } from '../../dashboard/api/live/live.ts';
import { paced } from '../../dashboard/api/live/pace.ts';
import { isCovered, readAllHinted, readHinted } from '../../dashboard/api/live/reads.ts';
import { liveIntervalMs, pushedMs } from '../../dashboard/api/live-interval.ts';
import { queryClient } from '../../dashboard/api/query-client.ts';

beforeEach(() => void vi.useFakeTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a paced read', () => {
  test('follows soon after the first of several reasons; those of the next 250 ms share one more read', async () => {
    const read = vi.fn(async () => undefined);
    const ask = paced(read, 2_000);
    ask();
    ask();
    await pass(30);
    expect(read).toHaveBeenCalledTimes(1);
    for (let times = 0; times < 5; times++) {
      ask();
      await pass(49);
    }
    expect(read).toHaveBeenCalledTimes(1);
    await pass(5_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('is repeated less and less often while reasons keep coming, until 5 quiet seconds have passed', async () => {
    const startedAtMs = Date.now();
    const readsMs: number[] = [];
    const ask = paced(async () => void readsMs.push(Date.now() - startedAtMs), 2_000);
    for (let times = 0; times < 1_000; times++) {
      ask();
      await pass(10);
    }
    const gaps = readsMs.map((atMs, index) => Math.round((atMs - (readsMs[index - 1] ?? 0)) / 100) * 100);
    expect(gaps).toEqual([0, 300, 500, 1_000, 2_000, 2_000, 2_000, 2_000]);
    await pass(5_001);
    const before = readsMs.length;
    ask();
    await pass(30);
    expect(readsMs).toHaveLength(before + 1);
  });

  test('is repeated for a reason that comes while it is under way, which it may have missed', async () => {
    let finish: () => void = () => undefined;
    const read = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const ask = paced(read, 2_000);
    ask();
    await pass(250);
    ask();
    await pass(10_000);
    expect(read).toHaveBeenCalledTimes(1);
    finish();
    await pass(2_000);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('hints', () => {
  const workspace = { workspace_id: 'w1' };
  let reads: string[];
  let stops: (() => void)[];

  beforeEach(() => {
    queryClient.clear();
    reads = [];
    stops = [];
  });

  afterEach(() => {
    for (const stop of stops) stop();
    queryClient.clear();
  });

  /** A query that a page shows. */
  const show = (queryKey: QueryKey, data: unknown = 'read before', options = {}) => {
    queryClient.setQueryData(queryKey, data);
    const name = JSON.stringify(queryKey);
    const queryFn = async () => {
      reads.push(name);
      return data;
    };
    const observer = new QueryObserver(queryClient, { queryKey, queryFn, ...options });
    stops.push(observer.subscribe(() => undefined));
    return name;
  };

  const settle = async () => {
    await pass(250);
    return reads;
  };

  test('read lists, but single things only if they name them', async () => {
    const list = show(['listBroadcasts', workspace, {}, 'pages']);
    const named = show(['getBroadcast', { ...workspace, id: 'b1' }, undefined]);
    show(['getBroadcast', { ...workspace, id: 'b2' }, undefined]);
    show(['listMembers', workspace, undefined]);
    readHinted([{ kind: 'broadcast', id: 'b1' }]);
    expect(await settle()).toEqual([list, named]);
  });

  test('of a conversation read those of the contact that shows it', async () => {
    const shown = show(['listContactConversations', { ...workspace, id: 'c1' }], { data: [{ id: 'v1' }] });
    show(['listContactConversations', { ...workspace, id: 'c2' }], { data: [{ id: 'v2' }] });
    readHinted([{ kind: 'conversation', id: 'v1', version: '' }]);
    expect(await settle()).toEqual([shown]);
  });

  test('that name nothing read everything that hints are about, except for the session', async () => {
    const hinted = [show(['listRequests', workspace]), show(['getContact', { ...workspace, id: 'c1' }])];
    show(['listApiKeys', workspace]);
    show(['getSession', {}]);
    readHinted([{ kind: 'request' }, { kind: 'all' }]);
    expect(await settle()).toEqual(hinted);
  });

  test('leave the list of the inbox and the counts beside it to the inbox, and costly reads to the person', async () => {
    const key = ['getInbox', { ...workspace, part: 'rows' }, { view: 'mine' }];
    show(key);
    show(['countInbox', workspace]);
    show(['listContacts', workspace, { search: 'x' }], [], { refetchOnWindowFocus: false });
    readAllHinted();
    expect(await settle()).toEqual([]);
    for (const stop of stops.splice(0, 1)) stop();
    readAllHinted();
    expect(await settle()).toEqual([JSON.stringify(['countInbox', workspace])]);
  });

  test('make what no page shows stale, so the page that shows it next reads it', async () => {
    queryClient.setQueryData(['listMembers', workspace], []);
    readHinted([{ kind: 'members' }]);
    expect(queryClient.getQueryState(['listMembers', workspace])?.isInvalidated).toBe(true);
    expect(await settle()).toEqual([]);
  });

  test('read nothing in a hidden tab, which reads when it comes back', async () => {
    const name = show(['listMembers', workspace]);
    queryClient.mount();
    stops.push(() => queryClient.unmount());
    focusManager.setFocused(false);
    readHinted([{ kind: 'members' }]);
    expect(await settle()).toEqual([]);
    focusManager.setFocused(true);
    await pass(0);
    expect(reads).toEqual([name]);
    focusManager.setFocused(undefined);
  });

  test('that come during the first read of a page are followed by another', async () => {
    const answers: ((data: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
    const observer = new QueryObserver(queryClient, { queryKey: ['listMembers', workspace], queryFn });
    stops.push(observer.subscribe(() => undefined));
    readHinted([{ kind: 'members' }]);
    await pass(1_000);
    expect(answers).toHaveLength(1);
    answers[0]?.('before the change');
    await pass(0);
    answers[1]?.('after it');
    await pass(0);
    expect(observer.getCurrentResult().data).toBe('after it');
  });

  test('make polling a safety net for what they cover, as long as there is a connection and the reads succeed', () => {
    const covered = ['getBroadcast', { ...workspace, id: 'b1' }];
    setCoverage(isCovered);
    expect(isPushed(covered)).toBe(false);
    setLiveState('connected');
    const keys = [covered, ['getUsage', workspace], ['listApiKeys', workspace], ['getInbox', { part: 'rows' }]];
    expect(keys.map(isPushed)).toEqual([true, false, false, false]);
    setLiveState('none');
    const safetyNet = { pushedMs: pushedMs({ isInInbox: false }) };
    expect(liveIntervalMs(2_000, { idleMs: 600_000, isFailing: false, ...safetyNet })).toBe(60_000);
    expect(liveIntervalMs(300_000, { idleMs: 0, isFailing: false, ...safetyNet })).toBe(300_000);
    expect(liveIntervalMs(2_000, { idleMs: 0, isFailing: true, ...safetyNet })).toBe(8_000);
    expect(pushedMs({ isInInbox: true })).toBe(3_600_000);
  });

  test('keep data fresh, however long ago it was read, until a read fails', async () => {
    const key = ['listMembers', workspace];
    setCoverage(isCovered);
    setLiveState('connected');
    show(['listApiKeys', workspace], [], { refetchInterval: 30_000 });
    const polledAtMs = queryClient.getQueryState(['listApiKeys', workspace])?.dataUpdatedAt;
    vi.setSystemTime(Date.now() - 60_000);
    show(key, [], { refetchInterval: 60_000, retry: false });
    const cache = queryClient.getQueryCache();
    expect(oldestReadMs(cache)).toBe(polledAtMs);
    const failing = { queryKey: key, queryFn: () => Promise.reject(new Error('failed')), staleTime: 0, retry: false };
    await expect(queryClient.fetchQuery(failing)).rejects.toThrow('failed');
    expect(oldestReadMs(cache)).toBe(queryClient.getQueryState(key)?.dataUpdatedAt);
    setLiveState('none');
  });
});
