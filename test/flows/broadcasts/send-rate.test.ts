import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  laneCount,
  messagesPerSecond,
  reserveSendSlot,
  startSpaced,
} from '../../../functions/domain/broadcasts/send-rate.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { blockUntil, reserveSlot } from '../../../functions/table/channels/send-rate.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findWorkspace } from '../../../functions/table/workspaces/workspaces.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import { callSimulator, listSentBodies, makeSendingWorkspace } from '../../support/simulator.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

const freeAt = async (accountId: string): Promise<number> =>
  Number((await findItem(keys.sendRate('msgapp', accountId)))?.['free_at_ms']);

describe('the slots of a number', () => {
  it('follow each other without a gap and never overlap, whoever takes them at once', async () => {
    const account = randomUUID();
    const lengths = Array.from({ length: 12 }, (_, place) => 50 + 25 * (place % 4));
    const nowMs = Date.now();
    const slots = await Promise.all(
      lengths.map(async (length) => ({ length, start: await reserveSlot('msgapp', account, length, nowMs) })),
    );
    slots.sort((one, other) => one.start - other.start);
    const starts = slots.map(({ start }) => start);
    const ends = slots.map(({ start, length }) => start + length);
    expect(starts).toEqual([nowMs, ...ends.slice(0, -1)]);
  });

  it('are not saved up while nobody sends', async () => {
    const account = randomUUID();
    await reserveSlot('msgapp', account, 100, 1_000);
    expect(await reserveSlot('msgapp', account, 100, 9_000)).toBe(9_000);
    expect(await reserveSlot('msgapp', account, 100, 9_000)).toBe(9_100);
  });

  it('begin after a rest that the number takes, which shortens none', async () => {
    const account = randomUUID();
    await blockUntil('msgapp', account, 5_000);
    await blockUntil('msgapp', account, 4_000);
    expect(await reserveSlot('msgapp', account, 100, 1_000)).toBe(5_000);
  });

  it('are as long as the messages take at the pace of the number', async () => {
    const sender = await makeSendingWorkspace();
    const workspace = await findWorkspace(sender.id);
    if (!workspace?.msgapp_account) throw new Error('There is no number.');
    const slow = { ...workspace, msgapp_account: { ...workspace.msgapp_account, messages_per_second: 20 } };
    expect([
      messagesPerSecond(workspace),
      messagesPerSecond(slow),
      laneCount(80),
      laneCount(20),
      laneCount(1_000),
    ]).toEqual([80, 20, 4, 1, 16]);
    // Slower than this, a chunk would not fit into one call.
    expect(messagesPerSecond({ ...slow, msgapp_account: { ...slow.msgapp_account, messages_per_second: 1 } })).toBe(5);
    const first = await reserveSendSlot(slow, 30, undefined);
    const second = await reserveSendSlot(slow, 30, undefined);
    if (!('slotAtMs' in first) || !('slotAtMs' in second)) throw new Error('They are soon enough.');
    expect([first.gapMs, second.slotAtMs - first.slotAtMs]).toEqual([50, 1_500]);
    const third = await reserveSendSlot(slow, 30, undefined);
    const fourth = await reserveSendSlot(slow, 30, undefined);
    expect([third, fourth]).toContainEqual({ retryAtMs: first.slotAtMs + 4_500 });
  });
});

describe('a lane whose slot is far off', () => {
  it('comes again for it, before rather than after, and takes no second one', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [] });
    await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([newPhone()]));
    const slotAtMs = clock.now() + 60_000;
    await blockUntil('msgapp', sender.number.id, slotAtMs);
    const [lane] = heldQueue.messages.splice(0);
    if (lane) await quiet.consumeMessage(lane);
    expect(await listSentBodies(sender.number)).toEqual([]);
    expect(heldQueue.messages).toMatchObject([{ body: { slot_at_ms: slotAtMs } }]);
    expect((heldQueue.messages[0]?.delaySeconds ?? 99) * 1_000).toBeLessThan(60_000);
    const free = await freeAt(sender.number.id);
    await quiet.drain(time);
    expect(await listSentBodies(sender.number)).toHaveLength(1);
    expect(clock.now()).toBeGreaterThanOrEqual(slotAtMs);
    expect(await freeAt(sender.number.id)).toBe(free);
  });

  it('that it missed takes another one', async () => {
    startTestClock();
    const sender = await makeSendingWorkspace();
    const workspace = await findWorkspace(sender.id);
    if (!workspace) throw new Error('There is no workspace.');
    await blockUntil('msgapp', sender.number.id, clock.now() + 2_000);
    const kept = clock.now() - 100;
    expect(await reserveSendSlot(workspace, 30, kept)).toMatchObject({ slotAtMs: kept });
    const missed = clock.now() - 5_000;
    const slot = await reserveSendSlot(workspace, 30, missed);
    expect('slotAtMs' in slot && slot.slotAtMs > clock.now()).toBe(true);
  });
});

describe('work at the pace of a slot', () => {
  const gapMs = 15;

  /** Keeps the whole process from doing anything. */
  const stall = (forMs: number): void => {
    const endsAt = performance.now() + forMs;
    while (performance.now() < endsAt);
  };

  it('keeps its distance, also after everything stood still for a while', async () => {
    const begunAt: number[] = [];
    await startSpaced({ slotAtMs: clock.now() - 1_000, gapMs }, Array.from({ length: 8 }).fill(0), async (_, place) => {
      begunAt.push(clock.now());
      if (place === 2) stall(10 * gapMs);
    });
    const gaps = begunAt.slice(1).map((time, place) => time - (begunAt[place] ?? 0));
    // A timer may fire within the millisecond before its time.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gapMs - 1);
  });

  it('is begun to the end and waited for, also when some of it fails at once', async () => {
    const done: number[] = [];
    const all = startSpaced({ slotAtMs: clock.now(), gapMs }, [0, 1, 2, 3], async (item) => {
      if (item === 0) throw new Error('It failed.');
      done.push(item);
    });
    await expect(all).rejects.toThrow('It failed.');
    expect(done).toEqual([1, 2, 3]);
  });
});
