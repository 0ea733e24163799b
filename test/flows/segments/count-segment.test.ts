import { beforeAll, describe, expect, it } from 'vitest';
import { countSegment } from '../../../functions/domain/segments/count-segment.ts';
import { getSegment, updateSegment } from '../../../functions/domain/segments/segments.ts';
import type { CountSegmentJob } from '../../../functions/model/jobs.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findSegment, type SegmentCount } from '../../../functions/table/segments/segments.ts';
import { heldQueue, holdQueues, startTestClock } from '../../support/messages/held-messages.ts';
import { putAll, seedContacts } from '../../support/segments.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';

const filter: SegmentFilter = { match: 'all', rules: [{ field: 'company', op: 'is', value: 'Acme' }] };
const workspaceId = newId();

/** Two runs; the 10,000 contacts that are counted already are not stored. */
beforeAll(() => seedContacts(workspaceId, 5_100, (index) => (index % 100 ? {} : { company: 'Acme' })).then());

const startedAt = isoTime(clock.now());
const run = { started_at: startedAt, advanced_at: startedAt, rows: 10_000, found: 7 };
const first: SegmentCount = { member_count: 7, as_of: startedAt, run };
const counted = { member_count: 7 + 51, as_of: startedAt, run: null };

/** Past the API, so the running service sees no request to count it. */
const storeSegment = async (count: SegmentCount | null): Promise<CountSegmentJob> => {
  const id = newId();
  const segment = { id, name: id, description: null, color: '#ef4444', kind: 'dynamic', filter, member_count: 0 };
  const times = { created_at: startedAt, updated_at: startedAt };
  await putAll([
    {
      ...keys.segment(workspaceId, id),
      entity: 'segment',
      ...segment,
      ...times,
      version: 1,
      count,
      status: 'counting',
    },
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
    expect(await readCount(job)).toMatchObject({ member_count: 7 + 50, run: { rows: 15_000 } });
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
    expect(await readCount(job)).toMatchObject({ member_count: 3, as_of: earlier.as_of, run: { found: 57 } });
    await runHeldJobs(countSegment);
    expect(await readCount(job)).toEqual(counted);
  });

  it('a count whose candidates became few is dropped, and the next read counts them exactly', async () => {
    const job = await storeSegment({ ...first, run: { ...run, rows: 0, found: 0, before: newId() } });
    holdQueues();
    await countSegment(job);
    await runHeldJobs(countSegment);
    expect(await readCount(job)).toBeNull();
    expect(await getSegment(workspaceId, job.segmentId)).toMatchObject({ member_count: 51, member_count_as_of: null });
  });

  it('a new filter ends the count of the filter before, and a new name does not', async () => {
    holdQueues();
    const job = await storeSegment(first);
    await countSegment(job);
    await updateSegment(workspaceId, job.segmentId, { name: newId() });
    expect(await readCount(job)).toMatchObject({ run: { found: 57 } });
    const renamed = { match: 'all', rules: [{ field: 'name', op: 'exists', value: '' }] } as const;
    await updateSegment(workspaceId, job.segmentId, { filter: { match: renamed.match, rules: [...renamed.rules] } });
    await runHeldJobs(countSegment);
    expect(await readCount(job)).toBeNull();
  });
});

describe('a stored count', () => {
  it('a count is requested again when it is read and older than an hour, and only once', async () => {
    const testClock = startTestClock();
    const job = await storeSegment(counted);
    const read = async () => {
      await getSegment(workspaceId, job.segmentId);
      return (await findSegment(workspaceId, job.segmentId))?.count?.run;
    };
    expect(await read()).toBeNull();
    testClock.advanceTo(Date.now() + 3_601_000);
    const requested = await read();
    expect(requested).toMatchObject({ rows: 0, found: 0 });
    expect(await read()).toEqual(requested);
  });

  it('a count that made no progress for an hour is requested again from where it stopped', async () => {
    const testClock = startTestClock();
    const job = await storeSegment({ ...first, run: { ...run, before: newId() } });
    testClock.advanceTo(Date.now() + 3_601_000);
    await getSegment(workspaceId, job.segmentId);
    expect(await findSegment(workspaceId, job.segmentId)).toMatchObject({
      status: 'requested',
      count: { run: { rows: 10_000, found: 7, before: expect.any(String) } },
    });
  });
});
