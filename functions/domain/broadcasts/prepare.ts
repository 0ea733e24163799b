import type { BroadcastJob } from '../../model/broadcast-jobs.ts';
import { clock } from '../../platform/clock.ts';
import { findAudience, putAudiencePage, type StoredAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { readSegmentAudience, splitIntoChunks } from './audience.ts';
import { buildPrepareJob } from './jobs.ts';

/** Fifteen chunks, each with its counter, stay well within what one transaction takes. */
const contactsPerPage = 450;

/** Leaves a function of 60 s the time to finish the step that it is in. */
const runMsMax = 20_000;

/**
 * Reads a large segment and freezes it, chunk by chunk, then hands over to another turn. Each step is one write that
 * moves the plan on: whoever comes twice, or after a crash, finds where to go on.
 */
export const prepareBroadcast = async (job: BroadcastJob): Promise<void> => {
  addLogFields({ ...job });
  const endsAtMs = clock.now() + runMsMax;
  while (clock.now() < endsAtMs) {
    const audience = await findAudience(job.broadcast_id);
    if (!audience?.segment || audience.is_finished) return;
    await readNextPage(job, audience, audience.segment);
  }
  await enqueueJobs([buildPrepareJob(job)]);
};

const readNextPage = async (
  { workspace_id, broadcast_id }: BroadcastJob,
  audience: StoredAudience,
  segment: NonNullable<StoredAudience['segment']>,
): Promise<void> => {
  const broadcast = await findBroadcast(workspace_id, broadcast_id);
  // Nobody needs the rest of the audience of a broadcast that was canceled.
  const { entries, rejected, next } =
    broadcast?.status === 'canceled'
      ? { entries: [], rejected: 0, next: undefined }
      : await readSegmentAudience(workspace_id, segment, { limit: contactsPerPage, after: audience.before });
  await putAudiencePage(broadcast_id, audience, { chunks: splitIntoChunks(entries, audience.chunks), rejected, next });
};
