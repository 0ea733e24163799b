import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cancelBroadcast, getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeScheduled, toNumbers } from '../../support/broadcasts/scheduled-broadcasts.ts';
import { countUsedMessages, listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';

/** Runs a function once, before the first command whose input contains this text is sent. */
const beforeWriting = (part: string, run: () => Promise<unknown>): { isDone: () => boolean } => {
  const send = table.send.bind(table) as (command: object) => Promise<void>;
  let isDone = false;
  const spy = vi.spyOn(table, 'send').mockImplementation(async (command: { input: object }) => {
    if (!isDone && JSON.stringify(command.input).includes(part)) {
      isDone = true;
      await run();
    }
    return send(command);
  });
  onTestFinished(() => spy.mockRestore());
  return { isDone: () => isDone };
};

describe('a scheduled broadcast that is canceled in the very second in which it begins', () => {
  it.each([
    ['before it begins', '"#is_waiting":"is_waiting"', { accepted: 0, failed_count: 0 }],
    ['while its audience is read', '"#chunks":"chunks"', { accepted: 3, failed_count: 3 }],
    ['just before the first lane starts', '"#started_at":"started_at"', { accepted: 3, failed_count: 3 }],
  ])('one that is canceled %s sends nothing, and its counters add up', async (_, write, counters) => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = [newPhone(), newPhone(), newPhone()];
    const { id } = await storeScheduled(sender.id, toNumbers(phones));
    const cancelation = beforeWriting(write, () => cancelBroadcast(sender.id, id));
    await quiet.drain(time);
    expect(cancelation.isDone()).toBe(true);
    expect(await getBroadcast(sender.id, id)).toMatchObject({
      status: 'canceled',
      ...counters,
      pending_count: 0,
      sent_count: 0,
      started_at: null,
      completed_at: expect.any(String),
    });
    expect(heldQueue.deadLetters).toEqual([]);
    expect([await listSentBodies(sender.number), await countUsedMessages(sender.id)]).toEqual([[], 0]);
  });

  it('of a start and a cancelation at the same moment one wins, and a broadcast that never started sent nothing', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const outcomes = new Set<boolean>();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const sentBefore = (await listSentBodies(sender.number)).length;
      heldQueue.messages.length = 0;
      const { id } = await storeScheduled(sender.id, toNumbers([newPhone(), newPhone()]));
      let jobs = 0;
      let cancelation: Promise<unknown> | undefined;
      await quiet.drain(time, async (message) => {
        jobs += message.queue === 'checkBroadcast' ? 0 : 1;
        if (jobs > attempt % 3) cancelation ??= cancelBroadcast(sender.id, id).catch(() => undefined);
        await quiet.consumeMessage(message);
      });
      await cancelation;
      await quiet.drain(time);
      const ended = await getBroadcast(sender.id, id);
      const sent = (await listSentBodies(sender.number)).length - sentBefore;
      expect(ended).toMatchObject({ pending_count: 0, sent_count: sent, completed_at: expect.any(String) });
      expect(ended.accepted).toBe(ended.sent_count + ended.failed_count);
      if (ended.started_at === null) expect(sent).toBe(0);
      outcomes.add(ended.started_at === null);
    }
    expect(outcomes.size).toBe(2);
  });

  it('a broadcast that is canceled while it waits is completed at once, and its jobs end', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const { id } = await storeScheduled(sender.id, toNumbers([newPhone()]));
    const canceled = await cancelBroadcast(sender.id, id);
    expect(canceled).toMatchObject({ status: 'canceled', pending_count: 0, completed_at: expect.any(String) });
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toEqual(canceled);
    expect(await listSentBodies(sender.number)).toEqual([]);
  });
});
