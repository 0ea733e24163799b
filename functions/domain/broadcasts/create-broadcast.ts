import { ApiError } from '../../model/api-error.ts';
import type { Broadcast, NewBroadcast } from '../../model/broadcast.ts';
import type { TemplateDefinition } from '../../model/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { StoredAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast, putBroadcast, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findSegment } from '../../table/segments/segments.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { fitTemplateContent, fitToDefinition } from '../messages/content.ts';
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

const checkCanBroadcast = async (workspaceId: string, input: NewBroadcast): Promise<StoredWorkspace> => {
  const { template } = input;
  const { workspace, messagesUsed, template: stored } = await loadBroadcastInputs(workspaceId, template);
  const source = await decryptMsgappAccount(workspace);
  checkQuota(workspace, messagesUsed);
  await fitToDefinition({ workspaceId, source, template, stored }, (definition) => checkValues(input, definition));
  return workspace;
};

/** Throws if a value is missing that the template needs, be it one of the template or of a recipient. */
const checkValues = ({ template, audience }: NewBroadcast, definition: TemplateDefinition | undefined): void => {
  const numbers = audience.kind === 'numbers' ? audience.numbers : [{ params: undefined }];
  for (const [index, { params }] of numbers.entries()) {
    if (params) fitTemplateContent({ ...template, params }, definition, `recipients.${index}.params`);
    else fitTemplateContent(template, definition);
  }
};

/** A segment of up to this size is read while the caller waits, a larger one in the background. */
const inlineContactsMax = 300;

interface AudienceSnapshot {
  recipients: Recipients | undefined;
  segment?: NonNullable<StoredAudience['segment']>;
  expectedCount?: number;
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
  const storedSegment = await findSegment(workspaceId, segmentId);
  if (!storedSegment) throw unknownSegmentError();
  const { filter, kind, member_count } = storedSegment;
  const segment = { id: segmentId, filter };
  const page = { limit: inlineContactsMax, after: broadcastId };
  const { next, ...recipients } = await readSegmentAudience(workspaceId, segment, page);
  if (next === undefined) return { recipients, segment };
  return { recipients: undefined, segment, ...(kind === 'static' ? { expectedCount: member_count } : {}) };
};

const unknownSegmentError = (): ApiError =>
  new ApiError('not_found', '"segment_id" is not a segment of this workspace. Use an id that GET /segments lists.');

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
  { recipients, segment, expectedCount }: AudienceSnapshot,
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
    ...(expectedCount === undefined ? {} : { expected_recipients: expectedCount }),
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
