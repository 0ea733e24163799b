import type { AudienceEntry } from '../../model/broadcasts/audience.ts';
import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import { fillParams, findMissingField } from '../../model/contacts/values.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/templates/template.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { LaneContext } from '../../table/broadcasts/lanes.ts';
import { findSendInputs, type SendInputs } from '../../table/messages/sends.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { getSendingAccount } from '../channels/accounts.ts';
import type { NoteHealth } from '../channels/health.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import { type FittedContent, fitTemplateContent } from '../messages/content.ts';
import { findDefinition } from '../templates/definitions.ts';
import { checkSubscription, toMonth } from '../workspaces/message-quota.ts';
import { canceledReason, missingValueReason, toFailureReason } from './failure-reasons.ts';

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
  timeMs = clock.now(),
): Promise<SendInputs & { workspace: StoredWorkspace }> => {
  const { workspace, ...inputs } = await findSendInputs(workspaceId, { month: toMonth(timeMs), template });
  if (!workspace) throw new Error(`Workspace ${workspaceId} does not exist.`);
  return { workspace, ...inputs };
};

/** A value may be missing although the broadcast was checked: the template has changed at the channel since. */
export const buildContent = (
  { template, definition }: BroadcastContext,
  { phone, params = template.params, values, row }: AudienceEntry,
): FittedContent | { reason: FailureReason } => {
  if (!params) return fitContent(template, definition);
  const contactValues = { ...values, phone };
  const missing = findMissingField(params, contactValues, row);
  if (missing) return { reason: missingValueReason(missing) };
  return fitContent({ ...template, params: fillParams(params, contactValues, row) }, definition);
};

const fitContent = (
  template: TemplateChoice,
  definition: TemplateDefinition | undefined,
): FittedContent | { reason: FailureReason } => {
  try {
    return fitTemplateContent(template, definition);
  } catch (error) {
    return { reason: toFailureReason(error) };
  }
};
