import { ApiError } from '../../model/api-error.ts';
import { isBasicEvent } from '../../model/webhooks/webhook.ts';
import type { Workspace } from '../../model/workspaces/workspace.ts';
import { queryWebhooks } from '../../table/webhooks/webhooks.ts';
import { getWorkspace, updateWorkspace } from './workspaces.ts';

/**
 * Turns the setting off before it looks for webhooks that need it, so one that is registered meanwhile is either refused
 * or found. If there is one, the setting is turned on again.
 */
export const setMoreEvents = async (workspaceId: string, isOn: boolean): Promise<Workspace> => {
  const before = await getWorkspace(workspaceId);
  if (before.more_events === isOn) return before;
  const workspace = await updateWorkspace(workspaceId, { more_events: isOn });
  if (isOn) return workspace;
  const user = (await queryWebhooks(workspaceId)).find(({ events }) => !events.every(isBasicEvent));
  if (!user) return workspace;
  await updateWorkspace(workspaceId, { more_events: true });
  throw new ApiError(
    'bad_request',
    `More events cannot be turned off while the webhook ${user.id} uses ${user.events.find((name) => !isBasicEvent(name))}. Remove the event from it first.`,
  );
};
