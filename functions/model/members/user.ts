import * as z from 'zod/mini';
import { roles } from './member.ts';

export const workspaceMembership = z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) });

export type WorkspaceMembership = z.output<typeof workspaceMembership>;

/** An invitation as the invited person sees it. */
export const receivedInvitation = z.object({
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  role: z.enum(roles),
  invited_by: z.string(),
  expires_at: z.iso.datetime(),
});

export type ReceivedInvitation = z.output<typeof receivedInvitation>;

export const user = z.object({ id: z.uuid(), name: z.string(), email: z.string() });

export type User = z.output<typeof user>;

/** A signed-in person, in no workspace and hence without a secret for cursors. */
export interface UserCaller {
  user: User;
  sessionId: string;
  cursorSecret?: undefined;
  mayLag?: undefined;
}

/** A browser in which the user is signed in. */
export const userSession = z.object({
  id: z.string(),
  browser: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_current: z.boolean(),
});

export type UserSession = z.output<typeof userSession>;
