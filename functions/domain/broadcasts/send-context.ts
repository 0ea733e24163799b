import { ApiError } from '../../model/api-error.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/template.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { LaneContext } from '../../table/broadcasts/lanes.ts';
import type { FailureReason } from '../../table/broadcasts/recipients.ts';
import { findSendInputs, type SendInputs } from '../../table/messages/send-reads.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import { findDefinition, hasValidKey } from '../templates/definitions.ts';
import { checkSubscription, toMonth } from '../workspaces/message-quota.ts';

/** What sending needs once nothing stands against it. */
export interface SendRequirements {
  workspace: StoredWorkspace;
  account: MsgappAccount;
  definition: TemplateDefinition | undefined;
}

/** What all messages of a broadcast have in common. */
export interface BroadcastContext extends SendRequirements {
  broadcast: StoredBroadcast;
  template: TemplateChoice;
}

/** Finds what keeps a broadcast from sending any more, or else what it needs to send. */
export const loadSendRequirements = async (
  laneContext: LaneContext,
): Promise<SendRequirements | { reason: FailureReason }> => {
  if (laneContext.broadcast.status === 'canceled') return { reason: canceledReason };
  try {
    return await readSendRequirements(laneContext);
  } catch (error) {
    // Whatever would refuse a single message refuses all of these.
    if (error instanceof ApiError) return { reason: { code: error.code, message: error.message } };
    throw error;
  }
};

const canceledReason: FailureReason = {
  code: 'canceled',
  message: 'The broadcast was canceled before it was the turn of this one.',
};

const readSendRequirements = async ({ broadcast, audience: { template } }: LaneContext): Promise<SendRequirements> => {
  const { workspace, template: storedTemplate } = await loadBroadcastInputs(broadcast.workspace_id, template);
  checkSubscription(workspace);
  const account = await decryptMsgappAccount(workspace);
  return { workspace, account, definition: await findDefinition(workspace.id, account, template, storedTemplate) };
};

/** What every broadcast of a workspace needs to know before it sends. */
export const loadBroadcastInputs = async (
  workspaceId: string,
  template: TemplateChoice,
): Promise<SendInputs & { workspace: StoredWorkspace }> => {
  const storableTemplate = hasValidKey(template.name, template.language) ? template : undefined;
  const { workspace, ...inputs } = await findSendInputs(workspaceId, {
    month: toMonth(clock.now()),
    template: storableTemplate,
  });
  if (!workspace) throw new Error(`The workspace ${workspaceId} is gone.`);
  return { workspace, ...inputs };
};
