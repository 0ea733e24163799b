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
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { listSentBodies, makeQuietSender, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';

const findFreeAtMs = async (accountId: string): Promise<number> =>
  Number((await findItem(keys.sendRate('msgapp', accountId)))?.['free_at_ms']);

describe('the send slots of a number', () => {
  it('concurrent reservations get consecutive slots without gap or overlap', async () => {
    const account = randomUUID();
    const lengths = Array.from({ length: 12 }, (_, index) => 50 + 25 * (index % 4));
    const nowMs = Date.now();
    const slots = await Promise.all(
      lengths.map(async (length) => ({ length, start: await reserveSlot('msgapp', account, length, nowMs) })),
    );
    slots.sort((left, right) => left.start - right.start);
    const starts = slots.map(({ start }) => start);
    const ends = slots.map(({ start, length }) => start + length);
    expect(starts).toEqual([nowMs, ...ends.slice(0, -1)]);
  });

  it('unused time is not saved up', async () => {
    const account = randomUUID();
    await reserveSlot('msgapp', account, 100, 1_000);
    expect(await reserveSlot('msgapp', account, 100, 9_000)).toBe(9_000);
    expect(await reserveSlot('msgapp', account, 100, 9_000)).toBe(9_100);
  });

  it('a slot starts after the longest pause of a number', async () => {
    const account = randomUUID();
    await blockUntil('msgapp', account, 5_000);
    await blockUntil('msgapp', account, 4_000);
    expect(await reserveSlot('msgapp', account, 100, 1_000)).toBe(5_000);
  });

  it('a slot is as long as its messages take at the rate of the number', async () => {
    const sender = await makeSendingWorkspace();
    const workspace = await findWorkspace(sender.id);
    if (!workspace?.msgapp_account) throw new Error('The workspace has no number.');
    const slow = { ...workspace, msgapp_account: { ...workspace.msgapp_account, messages_per_second: 20 } };
    expect([workspace, slow].map(messagesPerSecond)).toEqual([80, 20]);
    expect([80, 20, 1_000].map(laneCount)).toEqual([4, 1, 50]);
    // At a lower rate a chunk would not fit into one run.
    expect(messagesPerSecond({ ...slow, msgapp_account: { ...slow.msgapp_account, messages_per_second: 1 } })).toBe(5);
    vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const first = await reserveSendSlot(slow, 30, undefined);
    const second = await reserveSendSlot(slow, 30, undefined);
    if (!('slotAtMs' in first) || !('slotAtMs' in second))
      throw new Error('The first two slots are expected to be near.');
    expect([first.gapMs, second.slotAtMs - first.slotAtMs]).toEqual([50, 1_500]);
    const third = await reserveSendSlot(slow, 30, undefined);
    const fourth = await reserveSendSlot(slow, 30, undefined);
    expect([third, fourth]).toContainEqual({ retryAtMs: first.slotAtMs + 4_500 });
  });
});

describe('a lane whose slot is far away', () => {
  it('a lane with a distant slot is enqueued until just before it and reserves no second slot', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    await quiet.storeQuietBroadcast(sender.id, [newPhone()]);
    const slotAtMs = clock.now() + 60_000;
    await blockUntil('msgapp', sender.number.id, slotAtMs);
    await quiet.consumeFirst();
    expect(await listSentBodies(sender.number)).toEqual([]);
    expect(heldQueue.messages).toMatchObject([{ body: { slotAtMs } }]);
    expect((heldQueue.messages[0]?.delaySeconds ?? 99) * 1_000).toBeLessThan(60_000);
    const freeAtMs = await findFreeAtMs(sender.number.id);
    await quiet.drain(time);
    expect(await listSentBodies(sender.number)).toHaveLength(1);
    expect(clock.now()).toBeGreaterThanOrEqual(slotAtMs);
    expect(await findFreeAtMs(sender.number.id)).toBe(freeAtMs);
  });

  it('a lane that missed its slot reserves another one', async () => {
    startTestClock();
    const sender = await makeSendingWorkspace();
    const workspace = await findWorkspace(sender.id);
    if (!workspace) throw new Error('The workspace does not exist.');
    await blockUntil('msgapp', sender.number.id, clock.now() + 2_000);
    const usableMs = clock.now() - 100;
    expect(await reserveSendSlot(workspace, 30, usableMs)).toMatchObject({ slotAtMs: usableMs });
    const missedMs = clock.now() - 5_000;
    const slot = await reserveSendSlot(workspace, 30, missedMs);
    expect('slotAtMs' in slot && slot.slotAtMs > clock.now()).toBe(true);
  });
});

describe('work that starts at the rate of a slot', () => {
  const gapMs = 15;

  const blockEventLoop = (durationMs: number): void => {
    const endsAtMs = performance.now() + durationMs;
    while (performance.now() < endsAtMs);
  };

  it('work keeps its spacing, also after the event loop was blocked', async () => {
    const startedAtMs: number[] = [];
    await startSpaced({ slotAtMs: clock.now() - 1_000, gapMs }, Array.from({ length: 8 }).fill(0), async (_, index) => {
      startedAtMs.push(clock.now());
      if (index === 2) blockEventLoop(10 * gapMs);
    });
    const gaps = startedAtMs.slice(1).map((time, index) => time - (startedAtMs[index] ?? 0));
    expect(gaps).toHaveLength(7);
    // A timer may fire up to a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gapMs - 1);
  });

  it('a failure at the start does not keep the other items from starting and finishing', async () => {
    const done: number[] = [];
    const all = startSpaced({ slotAtMs: clock.now(), gapMs }, [0, 1, 2, 3], async (item) => {
      if (item === 0) throw new Error('The first item failed.');
      done.push(item);
    });
    await expect(all).rejects.toThrow('The first item failed.');
    expect(done).toEqual([1, 2, 3]);
  });
});
