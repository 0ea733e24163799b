import { ApiError } from '../../model/api-error.ts';
import type { Broadcast, NewBroadcast } from '../../model/broadcasts/broadcast.ts';
import type { ChannelError } from '../../model/messages/error.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/templates/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { fileClaimPart, resentPart, type StoredAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast, putBroadcast, type StoredBroadcast, toBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { countMessagesUsed } from '../../table/workspaces/usage-shares.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { platformError } from '../channels/platform-error.ts';
import { fitTemplateContent, fitToDefinition } from '../messages/content.ts';
import { checkQuota, toMonth } from '../workspaces/message-quota.ts';
import { splitIntoChunks } from './audience.ts';
import { giveUpFile } from './audience-file.ts';
import { getBroadcast } from './broadcasts.ts';
import { planAudience, readSchedule } from './schedule-broadcast.ts';
import { loadBroadcastInputs } from './send-context.ts';
import { laneCount, messagesPerSecond } from './send-rate.ts';
import { type AudienceSnapshot, snapshotAudience } from './snapshot.ts';

/** Idempotent: a retry with the same id returns the stored broadcast. Sending starts from the table's stream. */
export const createBroadcast = async (workspaceId: string, id: string, input: NewBroadcast): Promise<Broadcast> => {
  if (await findBroadcast(workspaceId, id)) return getBroadcast(workspaceId, id);
  const { workspace, scheduledAt } = await checkCanBroadcast(workspaceId, input);
  const snapshot =
    scheduledAt === undefined ? await snapshotAudience(workspace, id, input) : await planAudience(workspace, id, input);
  return storeBroadcast(workspace, { id, scheduledAt }, input, snapshot);
};

interface BroadcastCheck {
  workspace: StoredWorkspace;
  messagesUsed: number;
  scheduledAt: string | undefined;
}

/** The quota is that of the month in which sending begins. */
export const checkCanBroadcast = async (workspaceId: string, input: NewBroadcast): Promise<BroadcastCheck> => {
  const { template } = input;
  const scheduledAt = readSchedule(input.scheduledAt);
  const startsAtMs = scheduledAt === undefined ? clock.now() : Date.parse(scheduledAt);
  const { workspace, usage, template: stored } = await loadBroadcastInputs(workspaceId, template, startsAtMs);
  const messagesUsed = await countMessagesUsed(workspaceId, toMonth(startsAtMs), usage);
  const source = await decryptMsgappAccount(workspace);
  checkQuota(workspace, messagesUsed);
  const unlistedError = platformError(unknownTemplate(template));
  const request = { workspaceId, source, template, stored, unlistedError };
  await fitToDefinition(request, (definition) => checkValues(input, definition));
  return { workspace, messagesUsed, scheduledAt };
};

/** Uses the channel's own words, with which it would refuse each message. */
const unknownTemplate = ({ name, language }: TemplateChoice): ChannelError => ({
  code: 132001,
  message: 'Template name does not exist in the translation',
  details: `template name (${name}) does not exist in ${language}`,
});

/** Throws if a value is missing that the template needs, be it one of the template or of a recipient. */
const checkValues = ({ template, audience }: NewBroadcast, definition: TemplateDefinition | undefined): void => {
  const numbers = audience.kind === 'numbers' ? audience.numbers : [{ params: undefined }];
  for (const [index, { params }] of numbers.entries()) {
    if (params) fitTemplateContent({ ...template, params }, definition, `recipients.${index}.params`);
    else fitTemplateContent(template, definition);
  }
};

interface BroadcastIdentity {
  id: string;
  scheduledAt: string | undefined;
}

export const storeBroadcast = async (
  workspace: StoredWorkspace,
  identity: BroadcastIdentity,
  input: NewBroadcast,
  snapshot: AudienceSnapshot,
): Promise<Broadcast> => {
  const { entries, segment, listedPages, file, retryOf } = snapshot;
  const chunks = splitIntoChunks(entries ?? [], 0);
  const lanesMax = laneCount(messagesPerSecond(workspace));
  const lanes = entries ? Math.min(lanesMax, chunks.length) : lanesMax;
  const broadcast = { ...newBroadcast(identity, input, snapshot), workspace_id: workspace.id, lanes };
  const audience: StoredAudience = {
    template: input.template,
    ...(entries || !segment ? {} : { segment }),
    ...(listedPages ? { listed_pages: listedPages.length } : {}),
    ...(file ? { file } : {}),
    ...(retryOf && { retry_of: retryOf.id }),
    before: retryOf || file ? '0' : identity.id,
    chunks: chunks.length,
    is_finished: entries !== undefined,
    lanes_left: lanes,
  };
  const parts = [
    ...(retryOf ? [resentPart(retryOf.id, identity.id, retryOf.resentAs)] : []),
    ...(file ? [fileClaimPart(file.id, identity.id)] : []),
  ];
  const isStored = await putBroadcast(broadcast, audience, chunks, listedPages, parts);
  if (parts.length > 0 && !isStored && !(await findBroadcast(workspace.id, identity.id)))
    throw file ? await giveUpFile(workspace.id, identity.id) : sentByAnother('Another broadcast');
  return isStored ? toBroadcast(broadcast, undefined) : getBroadcast(workspace.id, identity.id);
};

export const sentByAnother = (name: string): ApiError =>
  new ApiError(
    'conflict',
    `${name} already sends this message to them. If it fails again for some, send it from there.`,
  );

const newBroadcast = (
  { id, scheduledAt }: BroadcastIdentity,
  { name, template }: NewBroadcast,
  { entries, rejected, segment, file, expectedCount }: AudienceSnapshot,
): Omit<StoredBroadcast, 'workspace_id' | 'lanes'> => ({
  id,
  name,
  template_name: template.name,
  template_language: template.language,
  segment_id: segment?.id ?? null,
  status: 'queued',
  accepted: entries?.length ?? 0,
  rejected,
  created_at: isoTime(clock.now()),
  started_at: null,
  completed_at: null,
  is_audience_pending: entries === undefined,
  ...(expectedCount === undefined ? {} : { expected_recipients: expectedCount }),
  ...(file ? { is_file_pending: true } : {}),
  ...(scheduledAt === undefined ? {} : { scheduled_at: scheduledAt, is_waiting: true }),
});
