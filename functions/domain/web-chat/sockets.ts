import { toDevice, toVisitorChannel } from '../../model/hints/hint.ts';
import type { KnownVisitor } from '../../model/web-chat/visitor.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { endVisitorWatch, renewVisitorWatch } from '../../table/hints/visitor-watches.ts';
import { removeVisitor } from '../../table/web-chat/visitors.ts';
import { issueVisitorTicket } from '../hints/tickets.ts';
import { noteVisit } from './visits.ts';

interface VisitorSocket {
  url: string;
  host: string;
  channel: string;
  ticket: string;
  renew_seconds: number;
}

const renewSeconds = 15 * 60;

/** Where the page listens for hints, with a ticket for the next minute. Null without an event API. */
export const openVisitorSocket = async ({ site, sha256, visitor }: KnownVisitor): Promise<VisitorSocket | null> => {
  const [host, socketHost, local] = [env.hintsHost(), env.hintsSocketHost(), env.eventApiUrl()];
  if (!host || !socketHost) return null;
  const { workspaceId, siteId } = site;
  // A page may be late, and its machine may sleep.
  await renewVisitorWatch(workspaceId, visitor.visitor_id, toDevice(sha256), nowSeconds() + 2 * renewSeconds);
  const origin = local ? local.replace(/^http/, 'ws') : `wss://${socketHost}`;
  return {
    url: `${origin}/event/realtime`,
    host,
    channel: toVisitorChannel(workspaceId, sha256),
    ticket: await issueVisitorTicket({ workspaceId, siteId, sha256 }),
    renew_seconds: renewSeconds,
  };
};

/** The token goes first: from then on it opens nothing. */
export const signOutVisitor = async (caller: KnownVisitor): Promise<void> => {
  const { site, sha256, visitor } = caller;
  await removeVisitor({ siteId: site.siteId, sha256 });
  await endVisitorWatch(site.workspaceId, visitor.visitor_id, toDevice(sha256));
  await noteVisit(caller, { state: 'left' });
};
