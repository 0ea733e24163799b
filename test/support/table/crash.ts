import { heldQueue, holdQueues } from '../messages/held-messages.ts';
import { interceptCalls, wrapOutsideCalls } from './outside-calls.ts';

/** Kills the worker once so many of its calls have changed something. The response to the last of them is lost. */
const killAfter = (changesMax: number) => {
  let calls = 0;
  let changes = 0;
  let isDead = false;
  const revive = interceptCalls(async (call, isRead) => {
    calls += 1;
    if (!isRead) changes += 1;
    if (changes > changesMax) isDead = true;
    if (isDead) throw new Error('The worker is dead.');
    if (isRead || changes < changesMax) return call();
    isDead = true;
    await call();
    throw new Error('The worker crashed.');
  });
  return { hasCrashed: () => isDead, countCalls: () => calls, revive };
};

export interface CrashScenario<Subject> {
  /** Every crash gets data of its own. */
  prepare: () => Promise<Subject>;
  /** Delivers the job. */
  run: (subject: Subject, receiveCount: number) => Promise<unknown>;
  /** `hasCrashed` is false for the one undisturbed run. `label` says where it crashed. */
  verify: (subject: Subject, { hasCrashed, label }: { hasCrashed: boolean; label: string }) => Promise<void>;
  /** How many of the first changes are also those of another scenario, which crashes after each of them. */
  sharedChanges?: number;
}

/**
 * Crashes the worker before its first outside call that changes something and after each of them, each time followed by
 * a redelivery of the job. A crash before a later call, or after a read, leaves what the crash after the last change does.
 * Returns the number of calls.
 */
export const crashAtEveryCall = async <Subject>({
  prepare,
  run,
  verify,
  sharedChanges = 0,
}: CrashScenario<Subject>): Promise<number> => {
  holdQueues();
  wrapOutsideCalls();
  for (let changes = sharedChanges; ; changes += 1) {
    const subject = await prepare();
    heldQueue.messages.length = 0;
    const worker = killAfter(changes);
    const firstRun = await run(subject, 1).catch((error: Error) => error);
    worker.revive();
    const hasCrashed = worker.hasCrashed();
    if (!hasCrashed && firstRun instanceof Error) throw firstRun;
    if (hasCrashed) await run(subject, 2);
    await verify(subject, { hasCrashed, label: `after change ${changes}` });
    if (!hasCrashed) return worker.countCalls();
  }
};

/** Delivers the held jobs in order of their due time, and those that they enqueue. */
export const runHeldJobs = async <Job>(run: (job: Job) => Promise<unknown>): Promise<void> => {
  for (let jobs = 0; jobs < 100; jobs += 1) {
    const [next] = heldQueue.messages.sort((left, right) => left.dueMs - right.dueMs);
    if (!next) return;
    heldQueue.messages.shift();
    await run(next.body as Job);
  }
  throw new Error('Jobs are still held after 100 runs.');
};
