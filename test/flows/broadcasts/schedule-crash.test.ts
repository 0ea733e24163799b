import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { clock } from '../../../functions/platform/clock.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeScheduled, toNumbers } from '../../support/broadcasts/scheduled-broadcasts.ts';
import { listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdMessages, startTestClock } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

describe('a scheduled broadcast whose worker crashes', () => {
  it('a crash at any call of the watchdog or of the read of the audience loses and repeats no recipient', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const phones = [newPhone(), newPhone()];
        const { id } = await storeScheduled(sender.id, toNumbers(phones));
        time.advanceTo(clock.now() + 41 * 60_000);
        return { id, phones };
      },
      run: async ({ id }, receiveCount) => {
        const job = { workspaceId: sender.id, broadcastId: id };
        if (receiveCount > 1) return holdMessages([{ queue: 'checkBroadcast', body: job }]);
        await quiet.consumeMessage({ queue: 'checkBroadcast', body: job });
        return quiet.consumeMessage({ queue: 'prepareBroadcast', body: job });
      },
      verify: async ({ id, phones }, { label }) => {
        await quiet.drain(time);
        expect(await getBroadcast(sender.id, id), label).toMatchObject({ status: 'sent', accepted: 2, sent_count: 2 });
        const sent = (await listSentBodies(sender.number)).map(({ to }) => String(to));
        expect(sent.filter((to) => phones.includes(to)).sort(), label).toEqual(phones.sort());
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(6);
  }, 240_000);
});
