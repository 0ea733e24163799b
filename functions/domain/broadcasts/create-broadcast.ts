import { ApiError } from '../../model/api-error.ts';
import type { Broadcast, NewBroadcast } from '../../model/broadcast.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { StoredAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast, putBroadcast, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { getStoredSegment } from '../segments/segments.ts';
import { findDefinition } from '../templates/definitions.ts';
import { checkQuota } from '../workspaces/message-quota.ts';
import { type Recipients, readListedAudience, readSegmentAudience, splitIntoChunks } from './audience.ts';
import { getBroadcast, toBroadcast } from './broadcasts.ts';
import { loadBroadcastInputs } from './send-context.ts';
import { laneCount, messagesPerSecond } from './send-rate.ts';

/** Idempotent: a retry with the same id returns the stored broadcast. Sending starts from the table's stream. */
export const createBroadcast = async (workspaceId: string, id: string, input: NewBroadcast): Promise<Broadcast> => {
  if (await findBroadcast(workspaceId, id)) return getBroadcast(workspaceId, id);
  const workspace = await checkCanBroadcast(workspaceId, input);
  const snapshot = await snapshotAudience(workspace, id, input);
  return storeBroadcast(workspace, id, input, snapshot);
};

const checkCanBroadcast = async (workspaceId: string, { template }: NewBroadcast): Promise<StoredWorkspace> => {
  const { workspace, messagesUsed, template: storedTemplate } = await loadBroadcastInputs(workspaceId, template);
  const account = await decryptMsgappAccount(workspace);
  checkQuota(workspace, messagesUsed);
  await findDefinition(workspaceId, account, template, storedTemplate);
  return workspace;
};

/** A segment of up to this size is read while the caller waits, a larger one in the background. */
const inlineContactsMax = 300;

interface AudienceSnapshot {
  recipients: Recipients | undefined;
  segment?: NonNullable<StoredAudience['segment']>;
}

const snapshotAudience = async (
  workspace: StoredWorkspace,
  id: string,
  { audience }: NewBroadcast,
): Promise<AudienceSnapshot> => {
  const snapshot =
    audience.kind === 'segment'
      ? await snapshotSegment(workspace, id, audience.segmentId)
      : { recipients: await readListedAudience(workspace.id, audience, workspace.default_country) };
  if (snapshot.recipients?.entries.length === 0) throw noRecipientsError(snapshot.recipients.rejected);
  return snapshot;
};

const snapshotSegment = async (
  { id: workspaceId }: StoredWorkspace,
  broadcastId: string,
  segmentId: string,
): Promise<AudienceSnapshot> => {
  const { filter } = await getStoredSegment(workspaceId, segmentId);
  const segment = { id: segmentId, filter };
  const page = { limit: inlineContactsMax, after: broadcastId };
  const { next, ...recipients } = await readSegmentAudience(workspaceId, segment, page);
  return { recipients: next === undefined ? recipients : undefined, segment };
};

const noRecipientsError = (rejected: number): ApiError =>
  new ApiError(
    'bad_request',
    rejected === 0
      ? 'The segment has no contacts. Add contacts to it first.'
      : `None of the ${rejected} recipients has a usable phone number. ` +
          'List contacts with a phone number, or numbers in E.164, for example +14155550123.',
  );

const storeBroadcast = async (
  workspace: StoredWorkspace,
  id: string,
  { name, template }: NewBroadcast,
  { recipients, segment }: AudienceSnapshot,
): Promise<Broadcast> => {
  const chunks = splitIntoChunks(recipients?.entries ?? [], 0);
  const lanesMax = laneCount(messagesPerSecond(workspace));
  const lanes = recipients ? Math.min(lanesMax, chunks.length) : lanesMax;
  const broadcast: StoredBroadcast = {
    id,
    workspace_id: workspace.id,
    name,
    template_name: template.name,
    template_language: template.language,
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
  const audience: StoredAudience = {
    template,
    ...(recipients ? {} : { segment }),
    before: id,
    chunks: chunks.length,
    is_finished: recipients !== undefined,
    lanes_left: lanes,
  };
  const isStored = await putBroadcast(broadcast, audience, chunks);
  return isStored ? toBroadcast(broadcast, undefined) : getBroadcast(workspace.id, id);
};
