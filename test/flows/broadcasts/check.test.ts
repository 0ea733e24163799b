import { describe, expect, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, holdMessages, startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import { callSimulator, listSentBodies, makeSendingWorkspace } from '../../support/simulator.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

const makeQuietSender = async () => {
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [] });
  return sender;
};

/** What the stream sends when a broadcast begins. */
const firstMessages = (broadcast: StoredBroadcast) =>
  toEffects({ before: undefined, after: { ...broadcast, entity: 'broadcast' } }).jobs;

/** Only whoever watches is left of all messages. */
const loseAllButTheWatch = async (broadcast: StoredBroadcast): Promise<void> => {
  heldQueue.messages.length = 0;
  await holdMessages(firstMessages(broadcast).filter(({ queue }) => queue === 'checkBroadcast'));
  expect(heldQueue.messages).toHaveLength(1);
};

describe('a broadcast whose messages were lost', () => {
  it('goes on within a quarter of an hour, sends to everybody once, and is watched no longer than it lasts', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const phones = Array.from({ length: 6 }, newPhone);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries(phones), {
      lanes: 2,
      entriesPerChunk: 2,
    });
    await loseAllButTheWatch(broadcast);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 6 });
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
    expect(heldQueue.messages).toEqual([]);
  });

  it('has its audience read to the end too', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const segment = await createSegment(sender.id, newId(), { name: 'Nobody', kind: 'static' });
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [], {
      audience: { is_finished: false, segment: { id: segment.id, filter: null } },
    });
    await loseAllButTheWatch(broadcast);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'failed', pending_count: 0 });
  });
});

describe('a broadcast that goes on', () => {
  it('is left alone by whoever watches it', async () => {
    startTestClock();
    const sender = await makeQuietSender();
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([newPhone()]));
    heldQueue.messages.length = 0;
    const watch = firstMessages(broadcast).find(({ queue }) => queue === 'checkBroadcast');
    if (watch) await quiet.consumeMessage(watch);
    expect(heldQueue.messages.map(({ queue, delaySeconds }) => ({ queue, delaySeconds }))).toEqual([
      { queue: 'checkBroadcast', delaySeconds: 900 },
    ]);
  });
});
