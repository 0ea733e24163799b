import { setTimeout as wait } from 'node:timers/promises';
import { clock } from '../../platform/clock.ts';
import { allDone } from '../../platform/settle-all.ts';
import { takeSlot } from '../../table/channels/send-rate.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';

/** What the channel lets a number send in a second, unless it has granted more. */
const messagesPerSecondDefault = 80;

/** At less than this a chunk would take longer than a function of 30 s has for it. */
const messagesPerSecondMin = 5;

export const paceOf = ({ msgapp_account: account }: StoredWorkspace): number =>
  Math.max(messagesPerSecondMin, account?.messages_per_second ?? messagesPerSecondDefault);

const messagesPerSecondAndLane = 20;
const lanesMax = 16;

/** One lane waits for the table and the channel most of its time: so many side by side keep up the pace. */
export const lanesFor = (messagesPerSecond: number): number =>
  Math.min(lanesMax, Math.ceil(messagesPerSecond / messagesPerSecondAndLane));

/** A slot further away than this is worth handing over to a later call. */
const waitMsMax = 3_000;

/** A slot that was missed by more than this belongs to the past: others send now, and at the whole pace of the number. */
const lateMsMax = 500;

/** When messages may leave: the first at `slotAt`, the others a little after each other. Or only when to come again. */
export type Slot = { slotAt: number; gapMs: number } | { retryAtMs: number };

/** Finds the time for so many messages of a workspace's number; `takenAt` is a slot that was given before. */
export const findSlot = async (
  workspace: StoredWorkspace,
  messages: number,
  takenAt: number | undefined,
): Promise<Slot> => {
  const gapMs = 1_000 / paceOf(workspace);
  const now = clock.now();
  const isUsable = takenAt !== undefined && now - takenAt <= lateMsMax;
  const account = workspace.msgapp_account?.phone_number_id ?? '';
  const slotAt = isUsable ? takenAt : await takeSlot('msgapp', account, Math.ceil(messages * gapMs), now);
  return slotAt - now > waitMsMax ? { retryAtMs: slotAt } : { slotAt, gapMs };
};

/**
 * Begins one piece of work after the other, at the pace of the slot, and returns when all are done. Whoever is late
 * keeps the distance all the same: what was missed is not made up for by a burst.
 */
export const atPace = async <Item, Result>(
  { slotAt, gapMs }: Extract<Slot, { slotAt: number }>,
  items: readonly Item[],
  begin: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> => {
  const begun: Promise<Result>[] = [];
  let nextAt = slotAt;
  for (const [place, item] of items.entries()) {
    if (nextAt > clock.now()) await wait(nextAt - clock.now());
    nextAt = Math.max(nextAt, clock.now()) + gapMs;
    const work = begin(item, place);
    // It is looked at when all have begun; a failure before that would end the process.
    work.catch(() => undefined);
    begun.push(work);
  }
  return allDone(begun);
};
