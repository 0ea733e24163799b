import * as z from 'zod/mini';
import { toChannel, toVisitorChannel } from '../../model/hints/hint.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { findWatch } from '../../table/hints/watches.ts';
import { findVisitor } from '../../table/web-chat/visitors.ts';
import { isSignedInMember } from '../members/sessions.ts';
import { readTicket, readVisitorTicket } from './tickets.ts';

const authorizerEvent = z.object({
  authorizationToken: z.string(),
  requestContext: z.object({ operation: z.string(), channel: z.optional(z.nullable(z.string())) }),
});

/** AppSync must not keep an answer: the next one may differ. */
interface Answer {
  isAuthorized: boolean;
  ttlOverride: 0;
}

/** AppSync asks when a socket is opened, and again for each channel. A ticket never allows publishing. */
export const authorizeSocket = async (event: unknown): Promise<Answer> => {
  try {
    const { outcome, ...fields } = await decide(event);
    log('info', 'socket', { operation: 'authorizeSocket', outcome, ...fields });
    return { isAuthorized: outcome === 'done', ttlOverride: 0 };
  } catch (error) {
    log('error', 'socket', { operation: 'authorizeSocket', outcome: 'failed', error: errorFields(error) });
    // AppSync refuses the socket then, and an alarm counts it.
    throw error;
  }
};

interface Decision {
  outcome: 'done' | 'rejected';
  workspace_id?: string;
}

const decide = async (event: unknown): Promise<Decision> => {
  const { success, data } = z.safeParse(authorizerEvent, event);
  if (!success) return { outcome: 'rejected' };
  const { authorizationToken, requestContext } = data;
  return (
    (await decideOnMember(authorizationToken, requestContext)) ??
    (await decideOnVisitor(authorizationToken, requestContext)) ?? { outcome: 'rejected' }
  );
};

type Asked = z.output<typeof authorizerEvent>['requestContext'];

const decideOnMember = async (text: string, { operation, channel }: Asked): Promise<Decision | undefined> => {
  const ticket = await readTicket(text);
  if (!ticket) return undefined;
  const { workspaceId, epoch } = ticket;
  const isAsked =
    operation === 'EVENT_CONNECT' ||
    (operation === 'EVENT_SUBSCRIBE' &&
      channel === toChannel(workspaceId, epoch) &&
      (await findWatch(workspaceId))?.epoch === epoch);
  const isAllowed = isAsked && (await isSignedInMember(ticket));
  return { outcome: isAllowed ? 'done' : 'rejected', workspace_id: workspaceId };
};

/** Each device listens on its own channel alone, as long as its token is good. */
const decideOnVisitor = async (text: string, { operation, channel }: Asked): Promise<Decision | undefined> => {
  const ticket = await readVisitorTicket(text);
  if (!ticket) return undefined;
  const { workspaceId, siteId, sha256 } = ticket;
  const isAsked =
    operation === 'EVENT_CONNECT' ||
    (operation === 'EVENT_SUBSCRIBE' && channel === toVisitorChannel(workspaceId, sha256));
  const isAllowed = isAsked && (await findVisitor({ siteId, sha256 })) !== undefined;
  return { outcome: isAllowed ? 'done' : 'rejected', workspace_id: workspaceId };
};
