import type { BroadcastJob } from '../../model/broadcast-jobs.ts';
import { clock } from '../../platform/clock.ts';
import { findAudience, putAudiencePage, type StoredAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { readSegmentAudience, splitIntoChunks } from './audience.ts';
import { buildLaneJobs, buildPrepareJob } from './jobs.ts';

/** 15 chunks with their counters fit well into one transaction. */
const contactsPerPage = 450;

/** Leaves a function of 60 s time to finish the current page. */
const runMsMax = 20_000;

/**
 * Snapshots a large segment page by page, and enqueues itself again when its time is up. The stored audience records
 * the position, so a duplicate job or a retry after a crash continues there.
 */
export const prepareBroadcast = async (job: BroadcastJob): Promise<void> => {
  addLogFields({ workspace_id: job.workspaceId, broadcast_id: job.broadcastId });
  const endsAtMs = clock.now() + runMsMax;
  while (clock.now() < endsAtMs) {
    const audience = await findAudience(job.broadcastId);
    if (!audience?.segment) return;
    if (audience.is_finished) return startLanes(job);
    await snapshotNextPage(job, audience, audience.segment);
  }
  await enqueueJobs([buildPrepareJob(job)]);
};

/** Only now, so nothing is sent before the audience is fixed. A duplicate job starts them again, which is harmless. */
const startLanes = async (job: BroadcastJob): Promise<void> => {
  const broadcast = await findBroadcast(job.workspaceId, job.broadcastId);
  await enqueueJobs(buildLaneJobs(job, broadcast?.lanes ?? 0));
};

const snapshotNextPage = async (
  { workspaceId, broadcastId }: BroadcastJob,
  audience: StoredAudience,
  segment: NonNullable<StoredAudience['segment']>,
): Promise<void> => {
  const broadcast = await findBroadcast(workspaceId, broadcastId);
  const { entries, rejected, next } =
    broadcast?.status === 'canceled'
      ? { entries: [], rejected: 0, next: undefined }
      : await readSegmentAudience(workspaceId, segment, { limit: contactsPerPage, after: audience.before });
  await putAudiencePage(broadcastId, audience, { chunks: splitIntoChunks(entries, audience.chunks), rejected, next });
};
