import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { onTestFinished, vi } from 'vitest';
import { queueNames } from '../../../functions/model/queue.ts';
import { env } from '../../../functions/platform/env.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { heldQueue, holdMessages } from '../messages/held-messages.ts';

const worker: { step: <Result>(run: () => Promise<Result>) => Promise<Result> } = { step: (run) => run() };

/** Test files wrap the HTTP requests of a worker with this; table and queues are wrapped already. */
export const callOutside = <Result>(run: () => Promise<Result>): Promise<Result> => worker.step(run);

/** Crashes the worker at its nth outside call, before or after the call takes effect. Later calls have no effect. */
const crashAt = (step: number, when: 'before' | 'after') => {
  let steps = 0;
  let hasCrashed = false;
  worker.step = async (run) => {
    if (hasCrashed) throw new Error('The worker is dead.');
    steps += 1;
    if (steps !== step) return run();
    hasCrashed = true;
    if (when === 'after') await run();
    throw new Error('The worker crashed.');
  };
  return { wasReached: () => hasCrashed };
};

type Send = (...call: unknown[]) => Promise<void>;

/** From now on no call of the worker has an effect, until the returned function revives it. */
export const killWorker = (): (() => void) => {
  worker.step = () => Promise.reject(new Error('The worker is dead.'));
  return reviveWorker;
};

const reviveWorker = (): void => {
  worker.step = (run) => run();
};

/** Jobs stay in `heldQueue`, where the running service does not see them. */
export const wrapOutsideCalls = (): void => {
  const send = table.send.bind(table) as Send;
  const spies = [
    vi.spyOn(table, 'send').mockImplementation((...call: unknown[]) => callOutside(() => send(...call))),
    vi
      .spyOn(SQSClient.prototype, 'send')
      .mockImplementation((command: unknown) => callOutside(() => holdBatch(command as SendMessageBatchCommand))),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    reviveWorker();
  });
};

const holdBatch = async ({ input }: SendMessageBatchCommand): Promise<void> => {
  const queue = queueNames.find((name) => env.queueUrl(name) === input.QueueUrl);
  if (queue === undefined) throw new Error(`No consumer reads ${input.QueueUrl}.`);
  await holdMessages(
    (input.Entries ?? []).map(({ MessageBody = '', DelaySeconds: delaySeconds }) => ({
      queue,
      body: JSON.parse(MessageBody),
      ...(delaySeconds === undefined ? {} : { delaySeconds }),
    })),
  );
  return {} as never;
};

export interface CrashScenario<Subject> {
  /** Every crash gets data of its own. */
  prepare: () => Promise<Subject>;
  /** Delivers the job. */
  run: (subject: Subject, receiveCount: number) => Promise<unknown>;
  /** `hasCrashed` is false for the one undisturbed run. `label` says where it crashed. */
  verify: (subject: Subject, { hasCrashed, label }: { hasCrashed: boolean; label: string }) => Promise<void>;
  /** The number of the first call to crash at, where a run has many alike. */
  firstCall?: number;
}

/** Crashes the worker before and after each of its outside calls, each time followed by a redelivery of the job. */
export const crashAtEveryCall = async <Subject>({
  prepare,
  run,
  verify,
  firstCall = 1,
}: CrashScenario<Subject>): Promise<number> => {
  wrapOutsideCalls();
  let callCount = 0;
  for (const when of ['before', 'after'] as const) {
    let hasCrashed = true;
    for (let step = firstCall; hasCrashed; step += 1) {
      const subject = await prepare();
      heldQueue.messages.length = 0;
      const crash = crashAt(step, when);
      const label = `${when} call ${step}`;
      const firstRun = await run(subject, 1).catch((error: Error) => error);
      reviveWorker();
      hasCrashed = crash.wasReached();
      if (!hasCrashed && firstRun instanceof Error) throw firstRun;
      if (hasCrashed) await run(subject, 2);
      await verify(subject, { hasCrashed, label });
      callCount = step - 1;
    }
  }
  return callCount;
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
