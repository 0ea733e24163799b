import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countSegment } from '../../../functions/domain/segments/count-segment.ts';
import { countLimits } from '../../../functions/domain/segments/matching-contacts.ts';
import { createSegment, getSegment, updateSegment } from '../../../functions/domain/segments/segments.ts';
import type { CountSegmentJob } from '../../../functions/model/jobs/maintenance.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findSegment, type SegmentCount } from '../../../functions/table/segments/segments.ts';
import { heldQueue, holdQueues, startTestClock } from '../../support/messages/held-messages.ts';
import { putAll, seedContacts, seedTag } from '../../support/segments.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';

const filter: SegmentFilter = { match: 'all', rules: [{ field: 'company', op: 'is', value: 'Acme' }] };
const workspaceId = newId();

const usual = { rowsPerStep: 1_000, rowsPerRun: 5_000, exactRows: 10_000 };
beforeEach(() => lowerLimits(countLimits, usual, { rowsPerStep: 10, rowsPerRun: 50, exactRows: 100 }));

/** Two runs; the 100 contacts that are counted already are not stored. */
beforeAll(() => seedContacts(workspaceId, 51, (index) => (index % 5 ? {} : { company: 'Acme' })).then());

const startedAt = isoTime(clock.now());
const run = { started_at: startedAt, advanced_at: startedAt, rows: 100, found: 7 };
const first: SegmentCount = { member_count: 7, as_of: startedAt, run };
const counted = { member_count: 7 + 11, as_of: startedAt, run: null };

/** Past the API, so the running service sees no request to count it, unless the status is one. */
const storeSegment = async (count: SegmentCount | null, status = 'counting'): Promise<CountSegmentJob> => {
  const id = newId();
  const segment = { id, name: id, description: null, color: '#ef4444', kind: 'dynamic', filter, member_count: 0 };
  const times = { created_at: startedAt, updated_at: startedAt };
  await putAll([
    { ...keys.segment(workspaceId, id), entity: 'segment', ...segment, ...times, version: 1, count, status },
    { ...keys.segmentName(workspaceId, id), segment_id: id },
  ]);
  return { task: 'count', workspaceId, segmentId: id };
};

const readCount = async ({ segmentId }: CountSegmentJob) => (await findSegment(workspaceId, segmentId))?.count;

describe('a count in the background', () => {
  it('a crash at any call counts every contact once', async () => {
    const callCount = await crashAtEveryCall({
      prepare: () => storeSegment(first),
      run: countSegment,
      verify: async (job, { label }) => {
        await runHeldJobs(countSegment);
        expect(await readCount(job), label).toEqual(counted);
      },
    });
    // The segment, five queries, the new position and the next job.
    expect(callCount).toBe(8);
  });

  it('duplicate jobs count every contact once', async () => {
    holdQueues();
    const job = await storeSegment(first);
    await Promise.all([countSegment(job), countSegment(job)]);
    expect(heldQueue.messages).toHaveLength(1);
    expect(await readCount(job)).toMatchObject({ member_count: 7 + 10, run: { rows: 150 } });
    await Promise.all([countSegment(job), runHeldJobs(countSegment)]);
    expect(await readCount(job)).toEqual(counted);
    await countSegment(job);
    expect(await readCount(job)).toEqual(counted);
  });

  it('while a count is renewed, the one before is shown', async () => {
    holdQueues();
    const earlier = { member_count: 3, as_of: isoTime(clock.now() - 1_000_000), run };
    const job = await storeSegment(earlier);
    await countSegment(job);
    expect(await readCount(job)).toMatchObject({ member_count: 3, as_of: earlier.as_of, run: { found: 17 } });
    await runHeldJobs(countSegment);
    expect(await readCount(job)).toEqual(counted);
  });

  it('a count whose candidates became few gives way to an exact one with the next read', async () => {
    const job = await storeSegment({ ...first, run: { ...run, rows: 0, found: 0, before: newId() } });
    holdQueues();
    await countSegment(job);
    await runHeldJobs(countSegment);
    expect(await readCount(job)).toBeNull();
    expect(await getSegment(workspaceId, job.segmentId)).toMatchObject({ member_count: 11, member_count_as_of: null });
  });

  it('a new filter ends the count of the filter before, but a new name does not', async () => {
    holdQueues();
    const job = await storeSegment(first);
    await countSegment(job);
    await updateSegment(workspaceId, job.segmentId, { name: newId() });
    expect(await readCount(job)).toMatchObject({ run: { found: 17 } });
    const renamed = { match: 'all', rules: [{ field: 'name', op: 'exists', value: '' }] } as const;
    await updateSegment(workspaceId, job.segmentId, { filter: { match: renamed.match, rules: [...renamed.rules] } });
    await runHeldJobs(countSegment);
    expect(await readCount(job)).toBeNull();
  });
});

describe('a count that is requested', () => {
  it('so many candidates are counted exactly and more in part, and with a filter of few exactly again', async () => {
    const own = newId();
    const tag = await seedTag(own, 'tenth');
    await seedContacts(own, 100, (index) => (index % 10 ? {} : { company: 'Acme', tags: [tag] }));
    const create = () => createSegment(own, newId(), { name: newId(), kind: 'dynamic', filter });
    const exact = { member_count: 10, member_count_as_of: null };
    expect(await getSegment(own, (await create()).id)).toMatchObject(exact);
    await seedContacts(own, 10, () => ({ company: 'Acme' }));
    const created = await create();
    expect(created).toMatchObject({ member_count: 19, member_count_as_of: expect.any(String) });
    const byTag: SegmentFilter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'tenth' }] };
    expect(await updateSegment(own, created.id, { filter: byTag })).toMatchObject(exact);
    expect(await getSegment(own, created.id)).toMatchObject(exact);
  });

  it('the service counts what is left of more than 10,000 candidates', async () => {
    const job = await storeSegment({ ...first, run: { ...run, rows: usual.exactRows } }, 'requested');
    await expect.poll(() => readCount(job)).toEqual(counted);
  });
});

describe('a stored count', () => {
  it('a count that is read after more than an hour is requested again exactly once', async () => {
    const testClock = startTestClock();
    const read = async (job: CountSegmentJob) => {
      await getSegment(workspaceId, job.segmentId);
      return readCount(job);
    };
    const job = await storeSegment(counted);
    expect(await read(job)).toEqual(counted);
    testClock.advanceTo(Date.now() + 3_601_000);
    // The running service may have counted it by now.
    expect(await read(job)).not.toEqual(counted);
    const now = isoTime(clock.now());
    const underWay = { ...counted, run: { started_at: now, advanced_at: now, rows: 0, found: 0 } };
    expect(await read(await storeSegment(underWay))).toEqual(underWay);
  });

  it('a count that made no progress for an hour is requested again from where it stopped', async () => {
    const testClock = startTestClock();
    const job = await storeSegment({ ...first, run: { ...run, rows: usual.exactRows, before: newId() } });
    testClock.advanceTo(Date.now() + 3_601_000);
    await getSegment(workspaceId, job.segmentId);
    // The running service goes on with the count. From the start it would have found fewer, and stored none.
    await expect.poll(() => readCount(job)).toEqual(counted);
  });
});
