import type { Usage } from '../../../functions/model/workspaces/usage.ts';
import type { DescribedWorkspace } from '../../../functions/model/workspaces/workspace.ts';

export interface Progress {
  hasChannel: boolean;
  hasSent: boolean;
  hasWebhook: boolean;
  /** Nothing has happened in the workspace yet. */
  isUnused: boolean;
  hasSteps: boolean;
}

interface ProgressSources {
  workspace: Pick<DescribedWorkspace, 'channels' | 'created_at'> | undefined;
  usage: Pick<Usage, 'months'> | undefined;
  webhooks: readonly unknown[] | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A workspace that has sent messages for this long without a webhook does not want one. */
const stepsDaysMax = 30;

/** Undefined until all of it is known. */
export const findProgress = ({ workspace, usage, webhooks }: ProgressSources, nowMs: number): Progress | undefined => {
  if (!workspace || !usage || !webhooks) return undefined;
  const hasChannel = workspace.channels.length > 0;
  const hasSent = usage.months.some(({ messages_used }) => messages_used > 0);
  const hasWebhook = webhooks.length > 0;
  const isNew = nowMs - Date.parse(workspace.created_at) < stepsDaysMax * dayMs;
  const isComplete = hasChannel && hasSent && hasWebhook;
  return {
    hasChannel,
    hasSent,
    hasWebhook,
    isUnused: !hasSent && !hasWebhook,
    hasSteps: !isComplete && (isNew || !hasSent),
  };
};
