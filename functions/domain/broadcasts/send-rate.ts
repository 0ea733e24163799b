import { setTimeout as wait } from 'node:timers/promises';
import { clock } from '../../platform/clock.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { reserveSlot } from '../../table/channels/send-rate.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';

/** What the channel lets a number send in a second, unless it has granted more. */
const messagesPerSecondDefault = 80;

/** At less than this a chunk would take longer than a function of 30 s has for it. */
const messagesPerSecondMin = 5;

export const messagesPerSecond = ({ msgapp_account: account }: StoredWorkspace): number =>
  Math.max(messagesPerSecondMin, account?.messages_per_second ?? messagesPerSecondDefault);

const messagesPerSecondPerLane = 20;
const lanesMax = 16;

/** One lane waits for the table and the channel most of its time: so many side by side keep up the pace. */
export const laneCount = (rate: number): number => Math.min(lanesMax, Math.ceil(rate / messagesPerSecondPerLane));

/** A slot further away than this is worth handing over to a later call. */
const waitMsMax = 3_000;

/** A slot that was missed by more than this belongs to the past: others send now, and at the whole pace of the number. */
const lateMsMax = 500;

/** When messages may leave: the first at `slotAtMs`, the others a little after each other. Or only when to come again. */
export type Slot = { slotAtMs: number; gapMs: number } | { retryAtMs: number };

/** Finds the time for so many messages of a workspace's number; `reservedSlotMs` is a slot that was given before. */
export const reserveSendSlot = async (
  workspace: StoredWorkspace,
  messages: number,
  reservedSlotMs: number | undefined,
): Promise<Slot> => {
  const gapMs = 1_000 / messagesPerSecond(workspace);
  const now = clock.now();
  const isUsable = reservedSlotMs !== undefined && now - reservedSlotMs <= lateMsMax;
  const account = workspace.msgapp_account?.phone_number_id ?? '';
  const slotAtMs = isUsable ? reservedSlotMs : await reserveSlot('msgapp', account, Math.ceil(messages * gapMs), now);
  return slotAtMs - now > waitMsMax ? { retryAtMs: slotAtMs } : { slotAtMs, gapMs };
};

/**
 * Begins one piece of work after the other, at the pace of the slot, and returns when all are done. Whoever is late
 * keeps the distance all the same: what was missed is not made up for by a burst.
 */
export const startSpaced = async <Item, Result>(
  { slotAtMs, gapMs }: Extract<Slot, { slotAtMs: number }>,
  items: readonly Item[],
  start: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const started: Promise<Result>[] = [];
  let nextAtMs = slotAtMs;
  for (const [index, item] of items.entries()) {
    if (nextAtMs > clock.now()) await wait(nextAtMs - clock.now());
    nextAtMs = Math.max(nextAtMs, clock.now()) + gapMs;
    const promise = start(item, index);
    // It is looked at when all have begun; a failure before that would end the process.
    promise.catch(() => undefined);
    started.push(promise);
  }
  return settleAll(started);
};
