import { ApiError, notFound } from '../../model/api-error.ts';
import { membersMax } from '../../model/members/member.ts';
import type { User, WorkspaceMembership } from '../../model/members/user.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import * as table from '../../table/members/invitations.ts';
import { findMember } from '../../table/members/members.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { hashAddress } from './addresses.ts';
import { findMemberships } from './users.ts';

/** Idempotent: without an invitation, a member gets the role that they have. */
export const acceptInvitation = async (user: User, workspaceId: string) => {
  const outcome = await tryAccept(user, workspaceId);
  if (typeof outcome !== 'string') return outcome;
  if (outcome === 'no_invitation') throw notFound('invitation');
  const { code, message } = refusals[outcome];
  throw new ApiError(code, message);
};

export const declineInvitation = async (user: User, workspaceId: string) => {
  const invitation = await findOpenInvitation(user, workspaceId);
  const isRemoved =
    invitation && (await table.removeInvitation(workspaceId, hashAddress(user.email), invitation.invitation_id));
  if (!isRemoved) throw notFound('invitation');
  return { declined: true as const };
};

/** A person in no workspace who has one invitation joins at sign-in. Others choose. */
export const joinOnlyInvitation = async (user: User): Promise<WorkspaceMembership | undefined> => {
  const { memberships, invitations } = await findMemberships(user);
  const [only, ...others] = invitations;
  if (memberships.length > 0 || !only || others.length > 0) return undefined;
  const outcome = await tryAccept(user, only.workspace_id);
  return typeof outcome === 'string' ? undefined : { ...outcome.workspace, role: outcome.role };
};

const refusals = {
  is_member: { code: 'conflict', message: 'You are a member of this workspace already. Decline the invitation.' },
  profile_changed: { code: 'conflict', message: 'Your name or address changed meanwhile. Try again.' },
  inviter_changed: {
    code: 'conflict',
    message: 'The person who invited you can no longer do so. Ask an Admin of the workspace for a new invitation.',
  },
  limit_reached: {
    code: 'bad_request',
    message: `A workspace has at most ${membersMax} members. Ask an Admin of the workspace to remove one.`,
  },
} as const;

type Accepted = { workspace: { id: string; name: string }; role: WorkspaceMembership['role'] };

const tryAccept = async (
  user: User,
  workspaceId: string,
): Promise<Accepted | 'no_invitation' | keyof typeof refusals> => {
  const invitation = await findOpenInvitation(user, workspaceId);
  if (!invitation) return findAccepted(user, workspaceId);
  // A transaction cannot both check and write the row of one member.
  if (invitation.invited_by_id === user.id)
    return (await findMember(workspaceId, user.id)) ? 'is_member' : 'inviter_changed';
  const { name, cursor_secret } = await getStoredWorkspace(workspaceId);
  const outcome = await table.acceptInvitation(hashAddress(user.email), invitation, {
    user_id: user.id,
    name: user.name,
    email: user.email,
    role: invitation.role,
    joined_at: isoTime(clock.now()),
    last_seen_at: null,
    cursor_secret,
  });
  if (outcome === 'no_invitation') return findAccepted(user, workspaceId);
  return outcome === 'written' ? { workspace: { id: workspaceId, name }, role: invitation.role } : outcome;
};

/** An earlier attempt, or another tab, may have accepted it. */
const findAccepted = async (user: User, workspaceId: string): Promise<Accepted | 'no_invitation'> => {
  const member = await findMember(workspaceId, user.id);
  if (!member) return 'no_invitation';
  const { name } = await getStoredWorkspace(workspaceId);
  return { workspace: { id: workspaceId, name }, role: member.role };
};

const findOpenInvitation = async (user: User, workspaceId: string): Promise<table.AddressedInvitation | undefined> => {
  const invitation = await table.findInvitationByAddress(workspaceId, hashAddress(user.email));
  return invitation && invitation.expires_at > isoTime(clock.now()) ? invitation : undefined;
};
