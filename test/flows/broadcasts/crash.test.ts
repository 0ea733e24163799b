import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import type * as Send from '../../../functions/domain/channels/msgapp/send.ts';
import { clock } from '../../../functions/platform/clock.ts';
import type * as Recipients from '../../../functions/table/broadcasts/recipients.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { magicPhone } from '../../support/broadcasts.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, holdMessages, startTestClock, type TestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import { loseResponses } from '../../support/repeated-writes.ts';
import {
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/simulator.ts';

/** Wraps every call of a lane to the table, the channel and the queues: at each of them it may crash. */
const outside = vi.hoisted(() => ({ step: <Result>(run: () => Promise<Result>): Promise<Result> => run() }));

vi.mock('../../../functions/domain/queues.ts', async () => {
  const { holdMessages } = await import('../../support/held-messages.ts');
  return { enqueueJobs: (messages: []) => outside.step(() => holdMessages(messages)) };
});

vi.mock('../../../functions/domain/channels/msgapp/send.ts', async (importOriginal) => {
  const { sendToMsgapp } = await importOriginal<typeof Send>();
  return {
    sendToMsgapp: (...args: Parameters<typeof sendToMsgapp>) => outside.step(() => sendToMsgapp(...args)),
  };
});

/** Whether the claim of this number is stored but its response lost. */
const claims = vi.hoisted(() => ({ isResponseLost: (_phone: string): boolean => false }));

vi.mock('../../../functions/table/broadcasts/recipients.ts', async (importOriginal) => {
  const recipients = await importOriginal<typeof Recipients>();
  return {
    ...recipients,
    putClaim: async (...args: Parameters<typeof recipients.putClaim>) => {
      const outcome = await recipients.putClaim(...args);
      if (claims.isResponseLost(args[1].phone)) throw new Error('The table did not respond.');
      return outcome;
    },
  };
});

/** Crashes the worker at its nth call, before or after the call takes effect. Later calls have no effect. */
const crashAt = (step: number, when: 'before' | 'after') => {
  let steps = 0;
  let hasCrashed = false;
  outside.step = async (run) => {
    if (hasCrashed) throw new Error('The worker is dead.');
    steps += 1;
    if (steps !== step) return run();
    hasCrashed = true;
    if (when === 'after') await run();
    throw new Error('The worker crashed.');
  };
  return { wasReached: () => hasCrashed };
};

const stopCrashing = () => {
  outside.step = (run) => run();
};

const wrapTable = () => {
  const send = table.send.bind(table);
  const spy = vi
    .spyOn(table, 'send')
    .mockImplementation((...call: unknown[]) =>
      outside.step(() => (send as (...all: unknown[]) => Promise<void>)(...call)),
    );
  onTestFinished(() => {
    spy.mockRestore();
    stopCrashing();
  });
};

/** The channel accepts the first, refuses the second and throttles the third at first. */
const audience = () => [newPhone(), magicPhone('5550001'), magicPhone('5550005')];

const sendWithCrash = async (time: TestClock, sender: SendingWorkspace, step: number, when: 'before' | 'after') => {
  heldQueue.messages.length = 0;
  const phones = audience();
  const before = await countUsedMessages(sender.id);
  const broadcast = await quiet.storeQuietBroadcast(
    sender.id,
    phones.map((phone) => ({ phone })),
  );
  const crash = crashAt(step, when);
  await quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0)).catch(() => undefined);
  stopCrashing();
  const isReached = crash.wasReached();
  // SQS delivers the lane's job again once the function has timed out.
  if (isReached) time.advanceTo(clock.now() + 180_000);
  await quiet.drain(time);
  const sent = (await listSentBodies(sender.number)).map(({ to }) => to);
  const accepted = phones.filter((phone) => sent.includes(phone));
  return {
    isReached,
    deadLetters: heldQueue.deadLetters.length,
    duplicates: sent.length - new Set(sent).size,
    counters: await getBroadcast(sender.id, broadcast.id),
    accepted: accepted.length,
    used: (await countUsedMessages(sender.id)) - before,
  };
};

/** A broadcast to three recipients. */
const storeThree = async () => {
  wrapTable();
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [] });
  const phones = Array.from({ length: 3 }, newPhone);
  const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones));
  const expectAllSentOnce = async () => {
    const counters = { status: 'sent', sent_count: 3, failed_count: 0 };
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject(counters);
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
  };
  return { time, broadcast, expectAllSentOnce };
};

describe('a write whose response is lost', () => {
  it('a worker whose mark is written twice by the SDK still calls the channel, once', async () => {
    const { time, expectAllSentOnce } = await storeThree();
    const lost = loseResponses((input) => JSON.stringify(input).includes('"#called_by"'));
    await quiet.drain(time);
    expect(lost.count()).toBe(3);
    await expectAllSentOnce();
  });

  it('a claim whose response is lost is recovered, and its recipient gets one message', async () => {
    const { time, expectAllSentOnce } = await storeThree();
    const claimedPhones = new Set<string>();
    claims.isResponseLost = (phone) => {
      const isFirst = !claimedPhones.has(phone);
      claimedPhones.add(phone);
      return isFirst;
    };
    onTestFinished(() => {
      claims.isResponseLost = () => false;
    });
    await quiet.drain(time);
    expect(claimedPhones.size).toBe(3);
    await expectAllSentOnce();
  });
});

describe('a lane that crashes', () => {
  it('a crash between the claim and the call has sent nothing, so the next worker sends', async () => {
    const { time, broadcast, expectAllSentOnce } = await storeThree();
    onTestFinished(() => {
      claims.isResponseLost = () => false;
    });
    claims.isResponseLost = () => {
      outside.step = () => Promise.reject(new Error('The worker is dead.'));
      return true;
    };
    const [lane] = heldQueue.messages.splice(0);
    await expect(lane && quiet.consumeMessage(lane)).rejects.toThrow('The worker is dead.');
    claims.isResponseLost = () => false;
    stopCrashing();
    await holdMessages([quiet.buildLaneJob(broadcast, 0)]);
    await quiet.drain(time);
    await expectAllSentOnce();
  });

  it.each(['before', 'after'] as const)(
    'a crash %s any call sends nothing twice, and the broadcast completes without pending recipients',
    async (when) => {
      wrapTable();
      const time = startTestClock();
      const sender = await makeSendingWorkspace();
      await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], throttle_times: 1 });
      const outcomes = [];
      for (let step = 1; outcomes.at(-1)?.isReached !== false; step += 1) {
        const outcome = await sendWithCrash(time, sender, step, when);
        outcomes.push(outcome);
        const { counters } = outcome;
        const label = `${step}: ${JSON.stringify(outcome)}`;
        expect(outcome, label).toMatchObject({ deadLetters: 0, duplicates: 0 });
        expect(counters.pending_count, label).toBe(0);
        expect(counters.sent_count + counters.failed_count, label).toBe(3);
        expect(counters.completed_at, label).not.toBeNull();
        expect(outcome.used, label).toBeGreaterThanOrEqual(outcome.accepted);
        expect(outcome.used, label).toBeLessThanOrEqual(2 + (outcome.isReached ? 1 : 0));
      }
      expect(outcomes.length).toBeGreaterThan(15);
      expect(outcomes.at(-1)).toMatchObject({ accepted: 2, used: 2, counters: { sent_count: 2, failed_count: 1 } });
    },
    120_000,
  );
});
