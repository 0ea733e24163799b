import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { listSentBodies, makeQuietSender } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, holdMessages, startTestClock } from '../../support/messages/held-messages.ts';

/** The jobs that the stream enqueues for a new broadcast. */
const buildFirstJobs = (broadcast: StoredBroadcast) =>
  toEffects({ before: undefined, after: { ...broadcast, entity: 'broadcast' } }).jobs;

const loseAllButTheWatchdog = async (broadcast: StoredBroadcast): Promise<void> => {
  heldQueue.messages.length = 0;
  await holdMessages(buildFirstJobs(broadcast).filter(({ queue }) => queue === 'checkBroadcast'));
  expect(heldQueue.messages).toHaveLength(1);
};

describe('a broadcast whose jobs are lost', () => {
  it('the watchdog restarts stalled lanes, and stops once the broadcast is completed', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = Array.from({ length: 6 }, newPhone);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), {
      lanes: 2,
      entriesPerChunk: 2,
    });
    await loseAllButTheWatchdog(broadcast);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 6 });
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
    expect(heldQueue.messages).toEqual([]);
  });

  it('the watchdog restarts the read of the audience', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const segment = await createSegment(sender.id, newId(), { name: 'Empty', kind: 'static' });
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [], {
      audience: { is_finished: false, segment: { id: segment.id, filter: null } },
    });
    await loseAllButTheWatchdog(broadcast);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'failed', pending_count: 0 });
  });
});

describe('a broadcast in progress', () => {
  it('the watchdog leaves live lanes alone and reschedules itself', async () => {
    startTestClock();
    const sender = await makeQuietSender();
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([newPhone()]));
    heldQueue.messages.length = 0;
    const watchdog = buildFirstJobs(broadcast).find(({ queue }) => queue === 'checkBroadcast');
    if (watchdog) await quiet.consumeMessage(watchdog);
    expect(heldQueue.messages.map(({ queue, delaySeconds }) => ({ queue, delaySeconds }))).toEqual([
      { queue: 'checkBroadcast', delaySeconds: 900 },
    ]);
  });
});
