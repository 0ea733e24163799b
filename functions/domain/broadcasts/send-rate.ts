import { setTimeout as wait } from 'node:timers/promises';
import { toSendRate } from '../../model/channels/account.ts';
import { clock } from '../../platform/clock.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { reserveSlot } from '../../table/channels/send-rate.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';

export const messagesPerSecond = ({ msgapp_account: account }: StoredWorkspace): number => toSendRate(account);

/** One lane spends most of its time waiting for the table and the channel. */
const messagesPerSecondPerLane = 20;
/** This is enough for the 1,000 messages a second that the channel grants its largest numbers. */
const lanesMax = 50;

export const laneCount = (rate: number): number => Math.min(lanesMax, Math.ceil(rate / messagesPerSecondPerLane));

/** If its slot is later than this, the lane is enqueued again instead of waiting. */
const waitMsMax = 3_000;

/** A slot missed by more than this has passed: other workers now send at the number's full rate. */
const lateMsMax = 500;

export type Slot = { slotAtMs: number; gapMs: number } | { retryAtMs: number };

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

/** Starts the work of each item at the rate of the slot and waits for all. A late start keeps the spacing: no burst. */
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
    // Handled by settleAll below; until then a rejection must not end the process.
    promise.catch(() => undefined);
    started.push(promise);
  }
  return settleAll(started);
};
