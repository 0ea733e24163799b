import { onTestFinished, vi } from 'vitest';
import type { QueueJob } from '../../../functions/model/jobs.ts';
import { clock } from '../../../functions/platform/clock.ts';

interface HeldMessage extends QueueJob {
  dueMs: number;
  receives: number;
}

export const heldQueue: { messages: HeldMessage[]; deadLetters: HeldMessage[] } = { messages: [], deadLetters: [] };

/** Test files mock `enqueueJobs` with this. */
export const holdMessages = async (messages: readonly QueueJob[]): Promise<void> => {
  const nowMs = clock.now();
  heldQueue.messages.push(
    ...messages.map((message) => ({ ...message, dueMs: nowMs + (message.delaySeconds ?? 0) * 1_000, receives: 0 })),
  );
};

export interface TestClock {
  /** Never moves back. */
  advanceTo: (timeMs: number) => void;
}

/** Starts a clock that the test can advance, with empty queues. */
export const startTestClock = (): TestClock => {
  let aheadMs = 0;
  const spy = vi.spyOn(clock, 'now').mockImplementation(() => Date.now() + aheadMs);
  heldQueue.messages.length = 0;
  heldQueue.deadLetters.length = 0;
  onTestFinished(() => spy.mockRestore());
  return {
    advanceTo: (timeMs) => {
      aheadMs = Math.max(aheadMs, timeMs - Date.now());
    },
  };
};
