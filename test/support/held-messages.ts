import { onTestFinished, vi } from 'vitest';
import { clock } from '../../functions/platform/clock.ts';
import type { QueueMessage } from '../../functions/platform/queue.ts';

/** A message that waits for the test to hand it out. */
interface HeldMessage extends QueueMessage {
  dueMs: number;
  receives: number;
}

export const held: { messages: HeldMessage[]; deadLetters: HeldMessage[] } = { messages: [], deadLetters: [] };

/** A test file puts this in the place of `sendMessages`. */
export const holdMessages = async (messages: readonly QueueMessage[]): Promise<void> => {
  const nowMs = clock.now();
  held.messages.push(
    ...messages.map((each) => ({ ...each, dueMs: nowMs + (each.delaySeconds ?? 0) * 1_000, receives: 0 })),
  );
};

export interface TurnableClock {
  /** Turns it on, never back. */
  turnTo: (timeMs: number) => void;
}

/** A clock that the test can turn on until its end, and queues without a message. */
export const turnableClock = (): TurnableClock => {
  let aheadMs = 0;
  const spy = vi.spyOn(clock, 'now').mockImplementation(() => Date.now() + aheadMs);
  held.messages.length = 0;
  held.deadLetters.length = 0;
  onTestFinished(() => spy.mockRestore());
  return {
    turnTo: (timeMs) => {
      aheadMs = Math.max(aheadMs, timeMs - Date.now());
    },
  };
};
