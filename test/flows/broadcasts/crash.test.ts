import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { clock } from '../../../functions/platform/clock.ts';
import * as recipients from '../../../functions/table/broadcasts/recipients.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { countUsedMessages, listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, holdMessages, startTestClock } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall, killWorker } from '../../support/table/crash.ts';
import { wrapOutsideCalls } from '../../support/table/outside-calls.ts';
import { loseResponses } from '../../support/table/repeated-writes.ts';

/** Until the test ends, claims are stored, but the responses are lost for the numbers that match. */
const loseClaims = (isLost: (phone: string) => boolean): void => {
  const { putClaim } = recipients;
  const spy = vi.spyOn(recipients, 'putClaim').mockImplementation(async (...claim) => {
    const outcome = await putClaim(...claim);
    if (isLost(claim[1].phone)) throw new Error('The table did not respond.');
    return outcome;
  });
  onTestFinished(() => spy.mockRestore());
};

/** The channel accepts the first, refuses the second and throttles the third at first. */
const audience = () => [newPhone(), magicPhone('5550001'), magicPhone('5550005')];

/** A broadcast to three recipients. */
const storeThree = async () => {
  wrapOutsideCalls();
  const time = startTestClock();
  const sender = await makeQuietSender();
  const phones = Array.from({ length: 3 }, newPhone);
  const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones));
  const expectAllSentOnce = async () => {
    const counters = { status: 'sent', sent_count: 3, failed_count: 0 };
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject(counters);
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
  };
  return { time, broadcast, expectAllSentOnce };
};

/** A sent message is the last of its conversation, which awaits the reply to the broadcast. */
const expectComplete = async (message: StoredMessage, label: string): Promise<void> => {
  const { status, channel_message_id: channelMessageId } = message;
  if (status !== 'sent') return;
  const complete = completeAcceptance(message, String(channelMessageId));
  expect(await findAcceptance(message, String(channelMessageId)), label).toEqual(complete);
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
    loseClaims((phone) => {
      const isFirst = !claimedPhones.has(phone);
      claimedPhones.add(phone);
      return isFirst;
    });
    await quiet.drain(time);
    expect(claimedPhones.size).toBe(3);
    await expectAllSentOnce();
  });
});

describe('a lane that crashes', () => {
  it('a crash between the claim and the call has sent nothing, so the next worker sends', async () => {
    const { time, broadcast, expectAllSentOnce } = await storeThree();
    let isRevived = false;
    let revive = (): void => undefined;
    loseClaims(() => {
      if (!isRevived) revive = killWorker();
      return !isRevived;
    });
    const [lane] = heldQueue.messages.splice(0);
    await expect(lane && quiet.consumeMessage(lane)).rejects.toThrow('The worker is dead.');
    isRevived = true;
    revive();
    await holdMessages([quiet.buildLaneJob(broadcast, 0)]);
    await quiet.drain(time);
    await expectAllSentOnce();
  });

  it('a crash at any call sends nothing twice, leaves no message sent but incomplete, and the broadcast completes', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const phones = audience();
        const usedBefore = await countUsedMessages(sender.id);
        return { phones, usedBefore, broadcast: await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones)) };
      },
      run: async ({ broadcast }, receiveCount) => {
        const job = quiet.buildLaneJob(broadcast, 0);
        if (receiveCount === 1) return quiet.consumeMessage(job);
        // SQS delivers the lane's job again once the function has timed out.
        time.advanceTo(clock.now() + 180_000);
        return holdMessages([job]);
      },
      verify: async ({ phones, usedBefore, broadcast }, { hasCrashed, label }) => {
        await quiet.drain(time);
        const sent = (await listSentBodies(sender.number)).map(({ to }) => to);
        const accepted = phones.filter((phone) => sent.includes(phone)).length;
        const used = (await countUsedMessages(sender.id)) - usedBefore;
        const counters = await getBroadcast(sender.id, broadcast.id);
        expect(heldQueue.deadLetters, label).toEqual([]);
        expect(sent.length, label).toBe(new Set(sent).size);
        expect(counters, label).toMatchObject({ pending_count: 0, completed_at: expect.any(String) });
        expect(counters.sent_count + counters.failed_count, label).toBe(3);
        expect(used, label).toBeGreaterThanOrEqual(accepted);
        for (const message of await quiet.findMessages(broadcast.id, phones)) await expectComplete(message, label);
        expect(used, label).toBeLessThanOrEqual(2 + (hasCrashed ? 1 : 0));
        if (!hasCrashed)
          expect({ accepted, used, counters }, label).toMatchObject({
            accepted: 2,
            used: 2,
            counters: { sent_count: 2, failed_count: 1 },
          });
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(15);
  }, 240_000);
});
