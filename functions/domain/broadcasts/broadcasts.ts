import { ApiError, notFound } from '../../model/api-error.ts';
import type { Broadcast, NewBroadcast } from '../../model/broadcast.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { StoredAudience } from '../../table/broadcasts/audience.ts';
import {
  findBroadcast,
  putBroadcast,
  queryBroadcasts,
  type StoredBroadcast,
  transitionBroadcast,
} from '../../table/broadcasts/broadcasts.ts';
import { type BroadcastCounters, queryCounters } from '../../table/counters.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { getStoredSegment } from '../segments/segments.ts';
import { findDefinition } from '../templates/definitions.ts';
import { checkQuota } from '../workspaces/message-quota.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { type Recipients, readListedAudience, readSegmentAudience, splitIntoChunks } from './audience.ts';
import { loadBroadcastInputs } from './send-context.ts';
import { laneCount, messagesPerSecond } from './send-rate.ts';

/** A new broadcast under this id, on its way as soon as it is stored. Whoever tries again gets the one that is there. */
export const createBroadcast = async (workspaceId: string, id: string, input: NewBroadcast): Promise<Broadcast> => {
  const existing = await findBroadcast(workspaceId, id);
  if (existing) return toBroadcast(existing, await queryCounters(id));
  const workspace = await checkCanBroadcast(workspaceId, input);
  const { recipients, segment } = await snapshotAudience(workspace, id, input);
  if (recipients?.entries.length === 0) throw noRecipientsError(recipients.rejected);
  const chunks = splitIntoChunks(recipients?.entries ?? [], 0);
  const lanes = Math.min(
    laneCount(messagesPerSecond(workspace)),
    recipients ? chunks.length : Number.POSITIVE_INFINITY,
  );
  const audience: StoredAudience = {
    template: input.template,
    ...(recipients ? {} : { segment }),
    before: id,
    chunks: chunks.length,
    is_finished: recipients !== undefined,
    lanes_left: lanes,
  };
  const broadcast: StoredBroadcast = {
    id,
    workspace_id: workspaceId,
    name: input.name,
    template_name: input.template.name,
    template_language: input.template.language,
    segment_id: segment?.id ?? null,
    status: 'queued',
    accepted: recipients?.entries.length ?? 0,
    rejected: recipients?.rejected ?? 0,
    created_at: isoTime(clock.now()),
    started_at: null,
    completed_at: null,
    lanes,
    is_audience_pending: recipients === undefined,
  };
  return (await putBroadcast(broadcast, audience, chunks))
    ? toBroadcast(broadcast, undefined)
    : getBroadcast(workspaceId, id);
};

/** The state is read before the counters, which so are never behind it. */
export const getBroadcast = async (workspaceId: string, broadcastId: string): Promise<Broadcast> => {
  const broadcast = await findBroadcast(workspaceId, broadcastId);
  if (!broadcast) throw notFound('broadcast');
  return toBroadcast(broadcast, await queryCounters(broadcastId));
};

/** Refuses what could not send anything, before anything is stored. */
const checkCanBroadcast = async (workspaceId: string, { template }: NewBroadcast): Promise<StoredWorkspace> => {
  const { workspace, messagesUsed, template: storedTemplate } = await loadBroadcastInputs(workspaceId, template);
  const account = await decryptMsgappAccount(workspace);
  checkQuota(workspace, messagesUsed);
  await findDefinition(workspaceId, account, template, storedTemplate);
  return workspace;
};

/** A segment of up to so many contacts is frozen while the caller waits; a larger one is read in the background. */
const inlineContactsMax = 300;

interface AudienceSnapshot {
  /** Absent when there are too many to read them now. */
  recipients: Recipients | undefined;
  segment?: NonNullable<StoredAudience['segment']>;
}

const snapshotAudience = async (
  workspace: StoredWorkspace,
  id: string,
  { audience }: NewBroadcast,
): Promise<AudienceSnapshot> => {
  if (audience.kind !== 'segment') {
    return { recipients: await readListedAudience(workspace.id, audience, workspace.default_country) };
  }
  const { filter } = await getStoredSegment(workspace.id, audience.segmentId);
  const segment = { id: audience.segmentId, filter };
  const { next, ...recipients } = await readSegmentAudience(workspace.id, segment, {
    limit: inlineContactsMax,
    after: id,
  });
  return { recipients: next === undefined ? recipients : undefined, segment };
};

const noRecipientsError = (rejected: number): ApiError =>
  new ApiError(
    'bad_request',
    rejected === 0
      ? 'The segment has no contacts: add some first.'
      : `None of the ${rejected} recipients can be written to: name contacts with a phone number, or numbers in E.164.`,
  );

const toBroadcast = (broadcast: StoredBroadcast, counters: BroadcastCounters | undefined): Broadcast => {
  const accepted = broadcast.accepted + (counters?.accepted ?? 0);
  const rejected = broadcast.rejected + (counters?.rejected ?? 0);
  const { sent_count = 0, failed_count = 0 } = counters ?? {};
  return {
    id: broadcast.id,
    name: broadcast.name,
    template_name: broadcast.template_name,
    template_language: broadcast.template_language,
    segment_id: broadcast.segment_id,
    status: broadcast.status,
    total_recipients: accepted + rejected,
    accepted,
    rejected,
    pending_count: accepted - sent_count - failed_count,
    sent_count,
    delivered_count: counters?.delivered_count ?? 0,
    read_count: counters?.read_count ?? 0,
    replied_count: counters?.replied_count ?? 0,
    failed_count,
    created_at: broadcast.created_at,
    started_at: broadcast.started_at,
    completed_at: broadcast.completed_at,
  };
};

/**
 * Stops a broadcast: its lanes fail everybody whose turn has not come. What is on its way to the channel at this moment
 * still goes out, so that the counters move a little further.
 */
export const cancelBroadcast = async (workspaceId: string, broadcastId: string): Promise<Broadcast> => {
  const isCanceled = await transitionBroadcast(workspaceId, broadcastId, ['queued', 'sending'], { status: 'canceled' });
  const broadcast = await getBroadcast(workspaceId, broadcastId);
  if (isCanceled) return broadcast;
  throw new ApiError('bad_request', notCancelableMessage(broadcast));
};

const notCancelableMessage = ({ status, sent_count, accepted, completed_at }: Broadcast): string =>
  status === 'canceled'
    ? `This broadcast was canceled before; ${sent_count} of its ${accepted} messages were sent.`
    : `This broadcast ended at ${completed_at}: ${sent_count} of its ${accepted} messages were sent, and none is left to stop.`;

/** The newest broadcasts of a workspace, with their counters. */
export const listBroadcasts = async (workspaceId: string, limit: number): Promise<Broadcast[]> => {
  await getStoredWorkspace(workspaceId);
  const { items } = await queryBroadcasts(workspaceId, { limit, after: undefined });
  return Promise.all(items.map(({ id }) => getBroadcast(workspaceId, id)));
};
