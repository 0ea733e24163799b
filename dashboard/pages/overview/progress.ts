import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
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

/** Undefined until all sources are loaded. */
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

const minuteMs = 60_000;

/** The pace of the first messages predicts little. */
const doneMin = 20;

/** After a while, the last of many wait for another try, of which the pace says nothing. */
const lastMax = 30;

export const minutesLeft = (
  { accepted, pending_count, started_at }: Pick<Broadcast, 'accepted' | 'pending_count' | 'started_at'>,
  nowMs: number,
): number | undefined => {
  const done = accepted - pending_count;
  if (started_at === null || done < doneMin || pending_count === 0) return undefined;
  const elapsedMs = Math.max(0, nowMs - Date.parse(started_at));
  if (pending_count <= lastMax && elapsedMs > 2 * minuteMs) return undefined;
  return Math.ceil(((elapsedMs / done) * pending_count) / minuteMs);
};
