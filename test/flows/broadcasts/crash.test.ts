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
import {
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/simulator.ts';

/** Everything that a lane does outside itself: each is a moment at which it may die. */
const outside = vi.hoisted(() => ({ step: <Result>(run: () => Promise<Result>): Promise<Result> => run() }));

vi.mock('../../../functions/domain/queues.ts', async () => {
  const { holdMessages } = await import('../../support/held-messages.ts');
  return { enqueueJobs: (messages: []) => outside.step(() => holdMessages(messages)) };
});

vi.mock('../../../functions/domain/channels/msgapp/send.ts', async (importOriginal) => {
  const { sendToMsgapp } = await importOriginal<typeof Send>();
  return {
    sendToMsgapp: (...order: Parameters<typeof sendToMsgapp>) => outside.step(() => sendToMsgapp(...order)),
  };
});

/** Whether the claim of this number is kept, and the answer lost. */
const claimed = vi.hoisted(() => ({ fail: (_phone: string): boolean => false }));

vi.mock('../../../functions/table/broadcasts/recipients.ts', async (importOriginal) => {
  const recipients = await importOriginal<typeof Recipients>();
  return {
    ...recipients,
    putClaim: async (...order: Parameters<typeof recipients.putClaim>) => {
      const outcome = await recipients.putClaim(...order);
      if (claimed.fail(order[1].phone)) throw new Error('The table did not answer.');
      return outcome;
    },
  };
});

/** Lets the caller die at its nth step, before or after it has taken effect; whatever it does then has no effect. */
const dieAt = (place: number, when: 'before' | 'after') => {
  let steps = 0;
  let isDead = false;
  outside.step = async (run) => {
    if (isDead) throw new Error('It is dead.');
    steps += 1;
    if (steps !== place) return run();
    isDead = true;
    if (when === 'after') await run();
    throw new Error('It has crashed.');
  };
  return { wasReached: () => isDead };
};

const live = () => {
  outside.step = (run) => run();
};

const watchTable = () => {
  const send = table.send.bind(table);
  const spy = vi
    .spyOn(table, 'send')
    .mockImplementation((...call: unknown[]) =>
      outside.step(() => (send as (...all: unknown[]) => Promise<void>)(...call)),
    );
  onTestFinished(() => {
    spy.mockRestore();
    live();
  });
};

/** One who gets it, one whom the channel does not know, one for whom it wants us to wait at first. */
const audience = () => [newPhone(), magicPhone('5550001'), magicPhone('5550005')];

const crashOnce = async (time: TestClock, sender: SendingWorkspace, place: number, when: 'before' | 'after') => {
  heldQueue.messages.length = 0;
  const phones = audience();
  const before = await countUsedMessages(sender.id);
  const broadcast = await quiet.storeQuietBroadcast(
    sender.id,
    phones.map((phone) => ({ phone })),
  );
  const crash = dieAt(place, when);
  await quiet.consumeMessage(quiet.buildLaneJob(broadcast, 0)).catch(() => undefined);
  live();
  const isReached = crash.wasReached();
  // The queue hands the lane's message out again when the function can no longer be running.
  if (isReached) time.advanceTo(clock.now() + 180_000);
  await quiet.drain(time);
  const sent = (await listSentBodies(sender.number)).map(({ to }) => to);
  const taken = phones.filter((phone) => sent.includes(phone));
  return {
    isReached,
    deadLetters: heldQueue.deadLetters.length,
    twice: sent.length - new Set(sent).size,
    counters: await getBroadcast(sender.id, broadcast.id),
    taken: taken.length,
    spent: (await countUsedMessages(sender.id)) - before,
  };
};

/** A broadcast to three, and what must have become of it. */
const storeThree = async () => {
  watchTable();
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

describe('a table that keeps a write and fails to say so', () => {
  it('leaves the channel to whoever marked it as asked, also when the mark is written twice', async () => {
    const { time, expectAllSentOnce } = await storeThree();
    let marks = 0;
    const send = vi.mocked(table.send);
    const sendOnce = send.getMockImplementation() as (...call: unknown[]) => Promise<void>;
    // As the SDK does when the first answer was lost.
    send.mockImplementation(async (...call: unknown[]) => {
      const isMark = JSON.stringify(call[0]).includes('"#called_by"');
      if (isMark) marks += 1;
      if (isMark) await sendOnce(...call);
      return sendOnce(...call);
    });
    await quiet.drain(time);
    expect(marks).toBe(3);
    await expectAllSentOnce();
  });

  it('leaves nobody without an outcome, and nobody with two messages', async () => {
    const { time, expectAllSentOnce } = await storeThree();
    const kept = new Set<string>();
    claimed.fail = (phone) => {
      const isFirst = !kept.has(phone);
      kept.add(phone);
      return isFirst;
    };
    onTestFinished(() => {
      claimed.fail = () => false;
    });
    await quiet.drain(time);
    expect(kept.size).toBe(3);
    await expectAllSentOnce();
  });
});

describe('a lane that crashes', () => {
  it('between the claim and the channel has sent nothing, so that whoever comes after it sends', async () => {
    const { time, broadcast, expectAllSentOnce } = await storeThree();
    onTestFinished(() => {
      claimed.fail = () => false;
    });
    claimed.fail = () => {
      outside.step = () => Promise.reject(new Error('It is dead.'));
      return true;
    };
    const [lane] = heldQueue.messages.splice(0);
    await expect(lane && quiet.consumeMessage(lane)).rejects.toThrow('It is dead.');
    claimed.fail = () => false;
    live();
    await holdMessages([quiet.buildLaneJob(broadcast, 0)]);
    await quiet.drain(time);
    await expectAllSentOnce();
  });

  it.each(['before', 'after'] as const)(
    '%s any of its steps sends nothing twice, settles everybody and ends',
    async (when) => {
      watchTable();
      const time = startTestClock();
      const sender = await makeSendingWorkspace();
      await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [], throttle_times: 1 });
      const outcomes = [];
      for (let place = 1; outcomes.at(-1)?.isReached !== false; place += 1) {
        const outcome = await crashOnce(time, sender, place, when);
        outcomes.push(outcome);
        const { counters } = outcome;
        const label = `${place}: ${JSON.stringify(outcome)}`;
        expect(outcome, label).toMatchObject({ deadLetters: 0, twice: 0 });
        expect(counters.pending_count, label).toBe(0);
        expect(counters.sent_count + counters.failed_count, label).toBe(3);
        expect(counters.completed_at, label).not.toBeNull();
        expect(outcome.spent, label).toBeGreaterThanOrEqual(outcome.taken);
        expect(outcome.spent, label).toBeLessThanOrEqual(2 + (outcome.isReached ? 1 : 0));
      }
      expect(outcomes.length).toBeGreaterThan(15);
      expect(outcomes.at(-1)).toMatchObject({ taken: 2, spent: 2, counters: { sent_count: 2, failed_count: 1 } });
    },
    120_000,
  );
});
