import { ApiError } from '../../model/api-error.ts';
import type { AudienceEntry } from '../../model/broadcast-audience.ts';
import type { FailureReason } from '../../model/broadcast-recipient.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/template.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { LaneContext } from '../../table/broadcasts/lanes.ts';
import { findSendInputs, type SendInputs } from '../../table/messages/send-reads.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { getSendingAccount } from '../channels/accounts.ts';
import type { NoteHealth } from '../channels/health.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import { type FittedContent, fitTemplateContent } from '../messages/content.ts';
import { findDefinition } from '../templates/definitions.ts';
import { checkSubscription, toMonth } from '../workspaces/message-quota.ts';

export interface BroadcastContext {
  broadcast: StoredBroadcast;
  workspace: StoredWorkspace;
  account: MsgappAccount;
  noteHealth: NoteHealth;
  template: TemplateChoice;
  definition: TemplateDefinition | undefined;
}

export const loadBroadcastContext = async (
  laneContext: LaneContext,
): Promise<BroadcastContext | { reason: FailureReason }> => {
  if (laneContext.broadcast.status === 'canceled') return { reason: canceledReason };
  try {
    return await loadSendableContext(laneContext);
  } catch (error) {
    return { reason: toFailureReason(error) };
  }
};

const canceledReason: FailureReason = {
  code: 'canceled',
  message: 'The broadcast was canceled before this message was sent.',
};

/** The quota is checked later, per chunk. */
const loadSendableContext = async ({ broadcast, audience }: LaneContext): Promise<BroadcastContext> => {
  const { template } = audience;
  const { workspace, template: storedTemplate } = await loadBroadcastInputs(broadcast.workspace_id, template);
  checkSubscription(workspace);
  const { account, noteHealth } = await getSendingAccount(workspace);
  const definition = await findDefinition(workspace.id, account, template, storedTemplate);
  return { broadcast, workspace, account, noteHealth, template, definition };
};

export const loadBroadcastInputs = async (
  workspaceId: string,
  template: TemplateChoice,
): Promise<SendInputs & { workspace: StoredWorkspace }> => {
  const { workspace, ...inputs } = await findSendInputs(workspaceId, { month: toMonth(clock.now()), template });
  if (!workspace) throw new Error(`Workspace ${workspaceId} does not exist.`);
  return { workspace, ...inputs };
};

/** A value may be missing although the broadcast was checked: the template has changed at the channel since. */
export const buildContent = (
  { template, definition }: BroadcastContext,
  { params }: AudienceEntry,
): FittedContent | { reason: FailureReason } => {
  try {
    return fitTemplateContent(params ? { ...template, params } : template, definition);
  } catch (error) {
    return { reason: toFailureReason(error) };
  }
};

const toFailureReason = (error: unknown): FailureReason => {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  throw error;
};
