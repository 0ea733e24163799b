import * as z from 'zod/mini';
import { toChannel } from '../../model/hints/hint.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { findWatch } from '../../table/hints/watches.ts';
import { isSignedInMember } from '../members/sessions.ts';
import { readTicket } from './tickets.ts';

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

const decide = async (event: unknown): Promise<{ outcome: 'done' | 'rejected'; workspace_id?: string }> => {
  const { success, data } = z.safeParse(authorizerEvent, event);
  const ticket = success ? await readTicket(data.authorizationToken) : undefined;
  if (!success || !ticket) return { outcome: 'rejected' };
  const { operation, channel } = data.requestContext;
  const { workspaceId, epoch } = ticket;
  const isAsked =
    operation === 'EVENT_CONNECT' ||
    (operation === 'EVENT_SUBSCRIBE' &&
      channel === toChannel(workspaceId, epoch) &&
      (await findWatch(workspaceId))?.epoch === epoch);
  const isAllowed = isAsked && (await isSignedInMember(ticket));
  return { outcome: isAllowed ? 'done' : 'rejected', workspace_id: workspaceId };
};
