import { countRejected, noRejections } from '../../model/broadcasts/preview.ts';
import { listContactFields } from '../../model/contacts/values.ts';
import { type BroadcastJob, buildLaneJobs, buildPrepareJob } from '../../model/jobs.ts';
import { clock, secondsUntil } from '../../platform/clock.ts';
import {
  type AudiencePage,
  findAudience,
  findListedPage,
  putAudiencePage,
  type StoredAudience,
} from '../../table/broadcasts/audience.ts';
import { findBroadcast, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { addContacts, type Recipients, readListedContacts, readSegmentAudience, splitIntoChunks } from './audience.ts';
import { readRetryPage } from './resend-broadcast.ts';
import { beginScheduled, recipientsPerPage } from './schedule-broadcast.ts';

/** Leaves a function of 60 s time to finish the current page. */
const runMsMax = 20_000;

/**
 * Snapshots a large segment, or the audience of a scheduled broadcast, page by page, and enqueues itself again when its
 * time is up. The stored audience records the position, so a duplicate job or a retry after a crash continues there.
 */
export const prepareBroadcast = async (job: BroadcastJob): Promise<void> => {
  addLogFields({ workspace_id: job.workspaceId, broadcast_id: job.broadcastId });
  const endsAtMs = clock.now() + runMsMax;
  while (clock.now() < endsAtMs) {
    // The order matters: a broadcast that no longer waits has an audience that says where to begin.
    const broadcast = await findBroadcast(job.workspaceId, job.broadcastId);
    const audience = await findAudience(job.broadcastId);
    if (!audience || !broadcast || broadcast.completed_at !== null) return;
    if (!audience.segment && audience.listed_pages === undefined && audience.retry_of === undefined) return;
    if (broadcast.is_waiting) {
      const { scheduled_at = '' } = broadcast;
      // The clock of the machine that enqueued this job may be ahead.
      const waitSeconds = secondsUntil(scheduled_at);
      if (waitSeconds > 0) return enqueueJobs([buildPrepareJob(job, waitSeconds)]);
      await beginScheduled(broadcast, audience);
    } else if (audience.is_finished) {
      // Lanes start only now, so nothing is sent before the audience is fixed. Starting them twice is harmless.
      return enqueueJobs(buildLaneJobs(job, broadcast.lanes));
    } else {
      await putAudiencePage(job.broadcastId, audience, await readNextPage(broadcast, audience));
    }
  }
  await enqueueJobs([buildPrepareJob(job)]);
};

const readNextPage = async (broadcast: StoredBroadcast, audience: StoredAudience): Promise<AudiencePage> => {
  if (broadcast.status === 'canceled') return { chunks: [], rejected: 0, next: undefined };
  const { entries, rejections, next } = await readRecipients(broadcast, audience);
  return { chunks: splitIntoChunks(entries, audience.chunks), rejected: countRejected(rejections), next };
};

type RecipientPage = Recipients & Pick<AudiencePage, 'next'>;

/** The chunks of a page, at most 15 of a segment, fit well into one transaction with their counters. */
const readRecipients = (
  { workspace_id, id }: StoredBroadcast,
  { segment, template, before, listed_pages = 0, retry_of: originalId }: StoredAudience,
): Promise<RecipientPage> => {
  if (originalId !== undefined) {
    const request = { originalId, position: before, limit: recipientsPerPage };
    return readRetryPage(workspace_id, request, template.params);
  }
  if (!segment) return readListedPage(workspace_id, id, { template, before, listed_pages });
  const page = { limit: recipientsPerPage, after: before };
  return readSegmentAudience(workspace_id, segment, page, listContactFields([template.params]));
};

const readListedPage = async (
  workspaceId: string,
  broadcastId: string,
  { template, before, listed_pages }: Required<Pick<StoredAudience, 'template' | 'before' | 'listed_pages'>>,
): Promise<RecipientPage> => {
  const index = Number(before);
  const page = await findListedPage(broadcastId, index);
  if (!page) throw new Error(`Page ${index} of the recipients of broadcast ${broadcastId} does not exist.`);
  const next = index + 1 < listed_pages ? String(index + 1) : undefined;
  if ('contact_ids' in page) {
    const fields = listContactFields([template.params]);
    return { ...(await readListedContacts(workspaceId, page.contact_ids, fields)), next };
  }
  const fields = listContactFields([template.params, ...page.entries.map(({ params }) => params)]);
  const entries = page.entries.filter(({ is_erased }) => !is_erased);
  const recipients = { entries, rejections: noRejections, optedOutPhones: new Set<string>() };
  return { ...(fields.length > 0 ? await addContacts(workspaceId, recipients, fields) : recipients), next };
};
