import { channels } from '../../model/channels/channel.ts';
import { findAwayText, noAwayMessage } from '../../model/routing/away-message.ts';
import type { Routing, RoutingChanges } from '../../model/routing/routing.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { awayParts } from '../../table/channels/accounts.ts';
import { findRouting, putRouting, type StoredRouting } from '../../table/routing/routing.ts';
import { toAccountId } from '../channels/connect.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';

export const getRouting = async (workspaceId: string): Promise<Routing> => toRouting(await findRouting(workspaceId));

export const updateRouting = (workspaceId: string, changes: RoutingChanges): Promise<Routing> =>
  retryOnConflict(async () => {
    const [before, workspace] = await Promise.all([findRouting(workspaceId), getStoredWorkspace(workspaceId)]);
    const { office_hours, away_message } = toRouting(before);
    const after: Routing = {
      office_hours: changes.office_hours === undefined ? office_hours : changes.office_hours,
      away_message: changes.away_message ?? away_message,
    };
    const away = channels.filter((channel) => findAwayText(after.away_message, channel));
    const accounts = Object.fromEntries(
      channels.flatMap((channel) => {
        const account = workspace[`${channel}_account`];
        return account ? [[channel, toAccountId(account)]] : [];
      }),
    );
    const isMarked = away.join() === (workspace.away_channels ?? []).join();
    const marks = isMarked ? [] : awayParts(workspaceId, accounts, away);
    return (await putRouting(workspaceId, before, after, marks)) ? after : 'conflict';
  });

const toRouting = (stored: StoredRouting | undefined): Routing => ({
  office_hours: stored?.office_hours ?? null,
  away_message: stored?.away_message ?? noAwayMessage,
});
