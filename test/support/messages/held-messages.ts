import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { onTestFinished, vi } from 'vitest';
import type { QueueJob } from '../../../functions/model/jobs/job.ts';
import { queueNames } from '../../../functions/model/queue.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { env } from '../../../functions/platform/env.ts';
import { callOutside } from '../table/outside-calls.ts';

interface HeldMessage extends QueueJob {
  dueMs: number;
  receives: number;
}

export const heldQueue: { messages: HeldMessage[]; deadLetters: HeldMessage[] } = { messages: [], deadLetters: [] };

export const holdMessages = async (messages: readonly QueueJob[]): Promise<void> => {
  const nowMs = clock.now();
  heldQueue.messages.push(
    ...messages.map((message) => ({ ...message, dueMs: nowMs + (message.delaySeconds ?? 0) * 1_000, receives: 0 })),
  );
};

/** Until the test ends, jobs that this process enqueues stay in `heldQueue`, where the running service does not see them. */
export const holdQueues = (): void => {
  heldQueue.messages.length = 0;
  heldQueue.deadLetters.length = 0;
  const spy = vi
    .spyOn(SQSClient.prototype, 'send')
    .mockImplementation((command: unknown) => callOutside(() => holdBatch(command as SendMessageBatchCommand)));
  onTestFinished(() => spy.mockRestore());
};

const holdBatch = async ({ input }: SendMessageBatchCommand): Promise<void> => {
  const queue = [...queueNames, 'discardedChanges' as const].find((name) => env.queueUrl(name) === input.QueueUrl);
  if (queue === undefined) throw new Error(`No consumer reads ${input.QueueUrl}.`);
  await holdMessages(
    (input.Entries ?? []).map(({ MessageBody = '', DelaySeconds: delaySeconds, MessageGroupId: group }) => ({
      queue,
      body: JSON.parse(MessageBody),
      ...(group === undefined ? {} : { group }),
      ...(delaySeconds === undefined ? {} : { delaySeconds }),
    })),
  );
  return {} as never;
};

/** Takes the held jobs, without what the queue adds to them. */
export const takeJobs = (): QueueJob[] => heldQueue.messages.splice(0).map(({ dueMs, receives, ...job }) => job);

export interface TestClock {
  /** Never moves back. */
  advanceTo: (timeMs: number) => void;
}

/** Starts a clock that the test can advance, and holds the queues. A long wait advances the clock instead of taking time. */
export const startTestClock = (): TestClock => {
  let aheadMs = 0;
  const spy = vi.spyOn(clock, 'now').mockImplementation(() => Date.now() + aheadMs);
  onTestFinished(() => spy.mockRestore());
  const advanceTo = (timeMs: number): void => {
    aheadMs = Math.max(aheadMs, timeMs - Date.now());
  };
  passWaits((ms) => advanceTo(clock.now() + ms));
  holdQueues();
  return { advanceTo };
};

/** Longer than the backoff between writers that conflict, which keeps them apart. */
const longWaitMs = 500;

/** Until the test ends, a wait of at least `longWaitMs` is over at once. */
const passWaits = (pass: (ms: number) => void): void => {
  const { setTimeout: wait } = timers;
  const spy = vi
    .spyOn(timers, 'setTimeout')
    .mockImplementation(async (ms = 0) => (ms < longWaitMs ? wait(ms) : pass(ms)) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
};
