import type { AudienceEntry } from '../../model/broadcasts/audience.ts';
import { countRejected, noRejections } from '../../model/broadcasts/preview.ts';
import { listContactFields } from '../../model/contacts/values.ts';
import { type BroadcastJob, buildLaneJobs, buildPrepareJob, type PrepareJob } from '../../model/jobs/broadcasts.ts';
import type { TemplateParams } from '../../model/templates/template.ts';
import { clock, secondsUntil } from '../../platform/clock.ts';
import { toDeferSeconds } from '../../platform/retry.ts';
import {
  type AudiencePage,
  findAudience,
  findListedPage,
  putAudiencePage,
  removeListedPagePart,
  removeListedPages,
  type StoredAudience,
} from '../../table/broadcasts/audience.ts';
import { fileReadPart, findBroadcast, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { leaseFreeSlot } from '../../table/deliveries/worker-slots.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import {
  addContacts,
  packEntries,
  type Recipients,
  readListedContacts,
  readSegmentAudience,
  splitIntoChunks,
} from './audience.ts';
import { type FileRecipients, readTakenFile, removeFile } from './audience-file.ts';
import { readRetryPage } from './resend-broadcast.ts';
import { beginScheduled, recipientsPerPage } from './schedule-broadcast.ts';

/** Leaves a function of 60 s time to finish the current page. */
const runMsMax = 20_000;

/** A workspace takes at most two of the five workers of `prepareBroadcast`, so others are never held up. */
export const prepareSlotsMax = 2;

/** No invocation lasts longer. */
const leaseMs = 60_000;

/**
 * Snapshots a large segment, a file, or the audience of a scheduled broadcast, page by page, and enqueues itself again
 * when its time is up. The stored audience records the position, so a duplicate job or a retry after a crash continues there.
 */
export const prepareBroadcast = async ({ deferrals = 0, ...job }: PrepareJob): Promise<void> => {
  addLogFields({ workspace_id: job.workspaceId, broadcast_id: job.broadcastId });
  const endsAtMs = clock.now() + runMsMax;
  const release = await leaseFreeSlot(job.workspaceId, 'PREPARE', prepareSlotsMax, leaseMs);
  if (!release) {
    addLogFields({ outcome: 'deferred', deferrals: deferrals + 1 });
    return enqueueJobs([buildPrepareJob({ ...job, deferrals: deferrals + 1 }, toDeferSeconds(deferrals + 1))]);
  }
  try {
    await readAudience(job, endsAtMs);
  } finally {
    await release();
  }
};

const readAudience = async (job: BroadcastJob, endsAtMs: number): Promise<void> => {
  let file: FileRecipients | undefined;
  while (clock.now() < endsAtMs) {
    // The order matters: a broadcast that no longer waits has an audience that says where to begin.
    const broadcast = await findBroadcast(job.workspaceId, job.broadcastId);
    const audience = await findAudience(job.broadcastId);
    if (!audience || !broadcast) return;
    const isRead = broadcast.completed_at !== null || !broadcast.is_file_pending;
    if (audience.file && isRead) await removeFile(job.workspaceId, job.broadcastId, audience.file.id);
    if (isListUnread(broadcast, audience)) await removeListedPages(job.broadcastId, audience.listed_pages ?? 0);
    if (broadcast.completed_at !== null || !isReadLater(audience)) return;
    if (audience.file && !isRead) {
      file ??= await readFile(broadcast, audience.file.country, audience.template);
      await putAudiencePage(broadcast, audience, await readFilePage(broadcast, audience, file));
    } else if (broadcast.is_waiting) {
      const { scheduled_at = '' } = broadcast;
      // The clock of the machine that enqueued this job may be ahead. A file is read long before.
      const waitSeconds = secondsUntil(scheduled_at);
      if (waitSeconds > clockSecondsMax) return;
      if (waitSeconds > 0) return enqueueJobs([buildPrepareJob(job, waitSeconds)]);
      await beginScheduled(broadcast, audience);
    } else if (audience.is_finished) {
      // Lanes start only now, so nothing is sent before the audience is fixed. Starting them twice is harmless.
      return enqueueJobs(buildLaneJobs(job, broadcast.lanes));
    } else {
      await putAudiencePage(broadcast, audience, await readNextPage(broadcast, audience));
    }
  }
  await enqueueJobs([buildPrepareJob(job)]);
};

/** The watchdog wakes a broadcast that waits for longer. */
const clockSecondsMax = 60;

const isReadLater = ({ segment, listed_pages, file, retry_of }: StoredAudience): boolean =>
  [segment, listed_pages, file, retry_of].some((source) => source !== undefined);

/** The remaining pages are never read. A worker that adds one after this check removes it in its next round. */
const isListUnread = ({ status, completed_at }: StoredBroadcast, { is_finished }: StoredAudience): boolean =>
  status === 'canceled' && (completed_at !== null || is_finished);

const readFile = async (
  { workspace_id, id }: StoredBroadcast,
  country: string,
  { params }: StoredAudience['template'],
): Promise<FileRecipients> => (await readTakenFile(workspace_id, id, params)).readRecipients(country);

/** The recipients from `before` on, which become chunks, or while the broadcast waits for its time, pages of a list. */
const readFilePage = async (
  broadcast: StoredBroadcast,
  { before, chunks, template }: StoredAudience,
  { entries, rejections, errors }: FileRecipients,
): Promise<AudiencePage> => {
  if (broadcast.status === 'canceled') return { ...emptyPage, parts: [fileReadPart(broadcast, [])] };
  const first = Number(before);
  const [page = []] = packEntries(entries.slice(first, first + recipientsPerPage), recipientsPerPage);
  const last = first + page.length;
  const common = {
    rejected: first === 0 ? countRejected(rejections) : 0,
    next: String(last),
    parts: last < entries.length ? [] : [fileReadPart(broadcast, errors)],
  };
  if (broadcast.is_waiting) return { ...common, chunks: [], listed: { entries: page } };
  const read = await lookUp(broadcast.workspace_id, page, template.params);
  return {
    ...common,
    next: last < entries.length ? common.next : undefined,
    chunks: splitIntoChunks(read.entries, chunks),
  };
};

const emptyPage: AudiencePage = { chunks: [], rejected: 0, next: undefined };

const readNextPage = async (broadcast: StoredBroadcast, audience: StoredAudience): Promise<AudiencePage> => {
  if (broadcast.status === 'canceled') return emptyPage;
  const { entries, rejections, next } = await readRecipients(broadcast, audience);
  return {
    chunks: splitIntoChunks(entries, audience.chunks),
    rejected: countRejected(rejections),
    next,
    parts: audience.listed_pages === undefined ? [] : [removeListedPagePart(broadcast.id, Number(audience.before))],
  };
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
  const entries = page.entries.filter(({ is_erased }) => !is_erased);
  return { ...(await lookUp(workspaceId, entries, template.params)), next };
};

/** Reads the contacts of the entries, if a value names one of their fields. */
const lookUp = (
  workspaceId: string,
  entries: AudienceEntry[],
  templateParams: TemplateParams | undefined,
): Promise<Recipients> => {
  const fields = listContactFields([templateParams, ...entries.map(({ params }) => params)]);
  const recipients = { entries, rejections: noRejections, optedOutPhones: new Set<string>() };
  return fields.length > 0 ? addContacts(workspaceId, recipients, fields) : Promise.resolve(recipients);
};
