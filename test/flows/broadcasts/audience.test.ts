import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare.ts';
import { deleteSegment } from '../../../functions/domain/segments/segments.ts';
import type { SegmentFilter } from '../../../functions/model/segment-filter.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { audiencePart, findAudience, findChunks } from '../../../functions/table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { transitionBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { makeWorkspace } from '../../support/client.ts';
import { heldQueue, startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import { addContacts, makeSegment, seedContacts } from '../../support/segments.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

const everybody: SegmentFilter = { match: 'all', rules: [{ field: 'channel', op: 'is', value: 'msgapp' }] };

const contactsMade = 2_000;
let workspace: { id: string; key: string };
let phones: string[];

const phoneOf = (place: number): string => `+4917${String(100_000_000 + place)}`;

/** Every hundredth contact has no number. */
const isMute = (place: number): boolean => place % 100 === 7;

beforeAll(async () => {
  workspace = await makeWorkspace();
  await seedContacts(workspace.id, contactsMade, (place) => (isMute(place) ? {} : { phone: phoneOf(place) }));
  phones = Array.from({ length: contactsMade }, (_, place) => place)
    .filter((place) => !isMute(place))
    .map(phoneOf);
}, 120_000);

/** A broadcast whose audience is still to be read, and the message that would have it read. */
const begin = async (workspaceId: string, segment: { id: string; filter: SegmentFilter | null }) => {
  const broadcast: StoredBroadcast = { ...quiet.newQuietBroadcast(workspaceId, { accepted: 0, lanes: 4 }) };
  const plan = { before: broadcast.id, chunks: 0, is_finished: false, lanes_left: 4, segment };
  const template = { name: 'hello_world', language: 'en_US' };
  await transact([quiet.quietBroadcastPart(broadcast), audiencePart(broadcast.id, { template, ...plan })]);
  const work = { workspace_id: workspaceId, broadcast_id: broadcast.id };
  return { broadcast, work };
};

const frozen = async (broadcastId: string): Promise<string[]> => {
  const plan = await findAudience(broadcastId);
  const chunks = await findChunks(broadcastId, 0, plan?.chunks ?? 0);
  expect(chunks.map(({ index: chunk }) => chunk)).toEqual(chunks.map((_, place) => place));
  return chunks.flatMap(({ entries }) => entries.map(({ phone }) => phone)).sort();
};

const expectWhole = async ({ id, workspace_id }: StoredBroadcast) => {
  expect(await frozen(id)).toEqual([...phones].sort());
  expect(await getBroadcast(workspace_id, id)).toMatchObject({
    total_recipients: contactsMade,
    accepted: phones.length,
    rejected: contactsMade - phones.length,
    pending_count: phones.length,
  });
};

describe('a large audience', () => {
  it('is frozen with everybody once, however many read it at once and however often', async () => {
    const { broadcast, work } = await begin(workspace.id, { id: newId(), filter: everybody });
    let isPlanned = false;
    const totals: number[] = [];
    const watch = async () => {
      while (!isPlanned) totals.push((await getBroadcast(workspace.id, broadcast.id)).total_recipients);
    };
    const plan = async () => {
      await Promise.all([prepareBroadcast(work), prepareBroadcast(work), prepareBroadcast(work)]);
      await prepareBroadcast(work);
      isPlanned = true;
    };
    await Promise.all([watch(), plan()]);
    await expectWhole(broadcast);
    expect(totals).toEqual([...totals].sort((one, other) => one - other));
  }, 60_000);

  it('leaves out who came after the broadcast, and is that of the filter as it was', async () => {
    const own = await makeWorkspace();
    await seedContacts(own.id, 3, (place) => ({ phone: phoneOf(place) }));
    const { broadcast, work } = await begin(own.id, { id: newId(), filter: everybody });
    await seedContacts(own.id, 2, (place) => ({ phone: phoneOf(10 + place) }));
    await prepareBroadcast(work);
    expect(await frozen(broadcast.id)).toEqual([0, 1, 2].map(phoneOf));
  });

  it('has a number once, although it changed hands while it was read', async () => {
    const own = await makeWorkspace();
    await seedContacts(own.id, 3, (place) => ({ phone: phoneOf(place % 2) }));
    const { broadcast, work } = await begin(own.id, { id: newId(), filter: everybody });
    await prepareBroadcast(work);
    expect(await frozen(broadcast.id)).toEqual([0, 1].map(phoneOf));
    expect(await getBroadcast(own.id, broadcast.id)).toMatchObject({ accepted: 2, rejected: 1 });
  });

  it('is handed over to another turn when the time is up', async () => {
    const time = startTestClock();
    const { broadcast, work } = await begin(workspace.id, { id: newId(), filter: everybody });
    const send = table.send.bind(table);
    const spy = vi.spyOn(table, 'send').mockImplementation(async (...call: unknown[]) => {
      time.advanceTo(Date.now() + 30_000 * (1 + heldQueue.messages.length));
      return (send as (...all: unknown[]) => Promise<void>)(...call);
    });
    await prepareBroadcast(work);
    spy.mockRestore();
    expect(heldQueue.messages).toMatchObject([{ queue: 'prepareBroadcast', body: work }]);
    expect((await findAudience(broadcast.id))?.is_finished).toBe(false);
    await quiet.drain(time);
    await expectWhole(broadcast);
  }, 60_000);

  it('of a broadcast that was canceled is read no further', async () => {
    const { broadcast, work } = await begin(workspace.id, { id: newId(), filter: everybody });
    await transitionBroadcast(workspace.id, broadcast.id, ['queued'], { status: 'canceled' });
    await prepareBroadcast(work);
    expect(await frozen(broadcast.id)).toEqual([]);
    expect(await findAudience(broadcast.id)).toMatchObject({ is_finished: true });
  });

  it('of a static segment that is deleted meanwhile ends', async () => {
    const own = await makeWorkspace();
    const ids = await seedContacts(own.id, 3, (place) => ({ phone: phoneOf(place) }));
    const segment = await makeSegment(own.key);
    await addContacts(own.key, segment.id, ids);
    const { broadcast, work } = await begin(own.id, { id: segment.id, filter: null });
    await deleteSegment(own.id, segment.id);
    await prepareBroadcast(work);
    expect(await findAudience(broadcast.id)).toMatchObject({ is_finished: true });
    expect(await getBroadcast(own.id, broadcast.id)).toMatchObject({
      pending_count: (await frozen(broadcast.id)).length,
    });
  });
});

describe('a plan that crashes', () => {
  it.each(['before', 'after'] as const)(
    '%s any of its steps freezes everybody once',
    async (when) => {
      let crashes = 0;
      const { broadcast, work } = await begin(workspace.id, { id: newId(), filter: everybody });
      for (let place = 1; !(await findAudience(broadcast.id))?.is_finished; place += 1) {
        crashes += (await crashAt(place, when, () => prepareBroadcast(work))) ? 1 : 0;
      }
      expect(crashes).toBeGreaterThan(3);
      await expectWhole(broadcast);
    },
    60_000,
  );
});

/** Runs something whose nth call of the table throws, before or after it took effect; true when it came as far. */
const crashAt = async (place: number, when: 'before' | 'after', run: () => Promise<void>): Promise<boolean> => {
  const send = table.send.bind(table);
  let calls = 0;
  const spy = vi.spyOn(table, 'send').mockImplementation(async (...call: unknown[]) => {
    calls += 1;
    if (calls < place) return (send as (...all: unknown[]) => Promise<void>)(...call);
    if (calls === place && when === 'after') await (send as (...all: unknown[]) => Promise<void>)(...call);
    throw new Error('It has crashed.');
  });
  onTestFinished(() => spy.mockRestore());
  await run().catch(() => undefined);
  spy.mockRestore();
  return calls >= place;
};
