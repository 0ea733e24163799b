import { ApiError, notFound } from '../../model/api-error.ts';
import type { Broadcast, BroadcastStage, ShownBroadcast } from '../../model/broadcasts/broadcast.ts';
import type { BroadcastCounters } from '../../model/broadcasts/counters.ts';
import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { TemplateChoice } from '../../model/templates/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { findAudience } from '../../table/broadcasts/audience.ts';
import {
  cancelWaitingBroadcast,
  findBroadcast,
  queryBroadcasts,
  queryRunningBroadcasts,
  rescheduleBroadcast,
  type StoredBroadcast,
  toBroadcast,
  transitionBroadcast,
} from '../../table/broadcasts/broadcasts.ts';
import { queryCounters } from '../../table/counters.ts';
import { findSegmentsById } from '../../table/segments/segments.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { noRecipientsReason, nothingSentReason } from './failure-reasons.ts';

/** Reads both at once, and the counters again if they may be older than the status. */
export const getBroadcast = async (workspaceId: string, broadcastId: string): Promise<Broadcast> => {
  const [broadcast, counters] = await Promise.all([
    findBroadcast(workspaceId, broadcastId),
    queryCounters(broadcastId),
  ]);
  if (!broadcast) throw notFound('broadcast');
  return toBroadcast(broadcast, mayBeOlder(counters, broadcast) ? await queryCounters(broadcastId) : counters);
};

/**
 * Nothing is pending when a broadcast completes, nor ever after. That all of a large segment is counted when sending
 * starts cannot be seen in the counters, but two reads of one request are never that far apart.
 */
const mayBeOlder = (counters: BroadcastCounters, broadcast: StoredBroadcast): boolean => {
  const { completed_at, started_at, is_audience_pending } = broadcast;
  if (completed_at !== null && toBroadcast(broadcast, counters).pending_count > 0) return true;
  return is_audience_pending && started_at !== null && Date.parse(started_at) > clock.now() - transitionMsMax;
};

const transitionMsMax = 60_000;

/** The newest come first. The counters are read after the broadcasts, so they are never older than the status. */
export const listBroadcasts = async (workspaceId: string, page: PageRequest): Promise<Page<Broadcast>> => {
  const { items, next } = await queryBroadcasts(workspaceId, page);
  return { items: await Promise.all(items.map(withCounters)), next };
};

/** The newest come first. With a stage, a page may be short, or empty, and still have a next one. */
export const listShownBroadcasts = async (
  workspaceId: string,
  stage: BroadcastStage | undefined,
  page: PageRequest,
): Promise<Page<ShownBroadcast>> => {
  const { items, next } = await queryBroadcasts(workspaceId, page, stage);
  return { items: await toShown(workspaceId, items), next };
};

/** Includes the template and its values, from which another broadcast can be made. */
export const getShownBroadcast = async (
  workspaceId: string,
  broadcastId: string,
): Promise<ShownBroadcast & { template: TemplateChoice; resent_as: string | null }> => {
  const [broadcast, audience] = await Promise.all([findBroadcast(workspaceId, broadcastId), findAudience(broadcastId)]);
  if (!broadcast || !audience) throw notFound('broadcast');
  const [shown] = await toShown(workspaceId, [broadcast]);
  if (!shown) throw notFound('broadcast');
  return { ...shown, template: audience.template, resent_as: audience.resent_as ?? null };
};

/** The counters are read after the broadcasts, so they are never older than the status. */
const toShown = async (workspaceId: string, broadcasts: readonly StoredBroadcast[]): Promise<ShownBroadcast[]> => {
  const segmentIds = [...new Set(broadcasts.flatMap(({ segment_id }) => segment_id ?? []))];
  const [counters, segments] = await Promise.all([
    Promise.all(broadcasts.map(({ id }) => queryCounters(id))),
    findSegmentsById(workspaceId, segmentIds),
  ]);
  return broadcasts.map((broadcast, index) => ({
    ...toBroadcast(broadcast, counters[index]),
    opted_out_count: counters[index]?.opted_out_count ?? 0,
    temporary_count: counters[index]?.temporary_count ?? 0,
    is_waiting: broadcast.status === 'queued' && broadcast.is_waiting === true,
    segment_name: segments.find(({ id }) => id === broadcast.segment_id)?.name ?? null,
  }));
};

export const findBroadcastName = async (workspaceId: string, broadcastId: string): Promise<string | undefined> =>
  (await findBroadcast(workspaceId, broadcastId))?.name;

const withCounters = async (broadcast: StoredBroadcast): Promise<Broadcast> =>
  toBroadcast(broadcast, await queryCounters(broadcast.id));

export const listNewestBroadcasts = async (workspaceId: string, limit: number): Promise<Broadcast[]> => {
  await getStoredWorkspace(workspaceId);
  return (await listBroadcasts(workspaceId, { limit, after: undefined })).items;
};

/** The counters of each are read. */
const runningMax = 50;

export const listRunningBroadcasts = async (workspaceId: string): Promise<Broadcast[]> =>
  Promise.all((await queryRunningBroadcasts(workspaceId, runningMax)).map(withCounters));

/**
 * Idempotent. The lanes then fail every recipient they have not reached. Calls to the channel in progress still go out,
 * but a broadcast that is canceled while queued sends nothing.
 */
export const cancelBroadcast = async (
  workspaceId: string,
  broadcastId: string,
  userId?: string,
): Promise<Broadcast> => {
  const stored = await findBroadcast(workspaceId, broadcastId);
  if (!stored) throw notFound('broadcast');
  if (stored.status !== 'canceled')
    await cancelUnlessCompleted(stored, userId === undefined ? {} : { canceled_by: userId });
  const broadcast = await getBroadcast(workspaceId, broadcastId);
  if (broadcast.status === 'canceled') return broadcast;
  throw new ApiError('bad_request', completedMessage(broadcast));
};

/** Begins a scheduled broadcast now. Idempotent until it has begun. */
export const sendBroadcastNow = async (workspaceId: string, broadcastId: string): Promise<Broadcast> => {
  const isEarlier = await rescheduleBroadcast(workspaceId, broadcastId, isoTime(clock.now()));
  const broadcast = await getBroadcast(workspaceId, broadcastId);
  if (isEarlier || broadcast.status === 'sending') return broadcast;
  throw new ApiError('bad_request', 'This broadcast does not wait for its time. Only a scheduled one can be sent now.');
};

/** A scheduled broadcast may begin between the two writes. */
const cancelUnlessCompleted = async (
  { workspace_id, id, is_waiting }: StoredBroadcast,
  by: Pick<StoredBroadcast, 'canceled_by'>,
): Promise<void> => {
  const waiting = { completed_at: isoTime(clock.now()), ...by };
  if (is_waiting && (await cancelWaitingBroadcast(workspace_id, id, waiting))) return;
  await transitionBroadcast(workspace_id, id, ['queued', 'sending'], { status: 'canceled', ...by });
};

const completedMessage = ({ sent_count, accepted, completed_at }: Broadcast): string =>
  `This broadcast completed at ${completed_at}; ${sent_count} of its ${accepted} messages were sent. ` +
  'Nothing is left to cancel.';

export const completeIfDone = async (workspaceId: string, broadcastId: string): Promise<void> => {
  const [audience, broadcast] = await Promise.all([findAudience(broadcastId), findBroadcast(workspaceId, broadcastId)]);
  if (!audience || !broadcast || audience.lanes_left > 0 || broadcast.completed_at !== null) return;
  const final_counters = await queryCounters(broadcastId);
  const { accepted: counted, sent_count, failed_count } = final_counters;
  const accepted = broadcast.accepted + counted;
  if (accepted > sent_count + failed_count) return;
  const completed_at = isoTime(clock.now());
  const isCompleted = await transitionBroadcast(workspaceId, broadcastId, ['queued', 'sending'], {
    completed_at,
    final_counters,
    ...(sent_count > 0
      ? { status: 'sent' }
      : { status: 'failed', failure_reason: toBroadcastReason(broadcast, accepted) }),
  });
  if (!isCompleted) await transitionBroadcast(workspaceId, broadcastId, ['canceled'], { completed_at, final_counters });
};

const toBroadcastReason = (
  { failure_reason = noRecipientsReason }: StoredBroadcast,
  accepted: number,
): FailureReason => (accepted > 0 ? nothingSentReason : failure_reason);
