import { ApiError, notFound } from '../../model/api-error.ts';
import {
  canManage,
  type Invitation,
  invitationDays,
  invitationsMax,
  invitationsPerDayMax,
  membersMax,
  type NewInvitation,
  type Role,
} from '../../model/members/member.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import * as table from '../../table/members/invitations.ts';
import { queryMembers } from '../../table/members/members.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { hashAddress, hashCountedAddress, normalizeAddress } from './addresses.ts';
import { requireCanManage } from './roles.ts';

/** An operator has no user id. */
export interface Inviter {
  userId?: string;
  name: string;
  role: Role;
}

/**
 * Idempotent: a retry with the same id returns the stored invitation. Members invite an address, and all people of a
 * workspace together, only so often a day; an operator is not limited.
 */
export const invite = async (
  workspaceId: string,
  invitationId: string,
  { email, role }: NewInvitation,
  invitedBy: Inviter,
): Promise<Invitation> => {
  requireCanManage(invitedBy.role, role);
  const workspace = await getStoredWorkspace(workspaceId);
  const address = normalizeAddress(email);
  const isMember = invitedBy.userId !== undefined;
  const countedAddress = isMember ? await hashCountedAddress(address) : undefined;
  return retryOnConflict(async () => {
    const nowMs = clock.now();
    const now = isoTime(nowMs);
    const version = await table.findInvitationVersion(workspaceId, now.slice(0, 10));
    const open = await table.queryInvitations(workspaceId, now);
    const known = open.find(({ id }) => id === invitationId);
    if (known) return toInvitation(known);
    await requireInvitable(workspaceId, address, open);
    if (isMember && version.countOfDay >= invitationsPerDayMax.workspace)
      throw tooMany('A workspace sends', invitationsPerDayMax.workspace);
    const invitation = buildInvitation(invitationId, { email: address, role }, invitedBy, nowMs);
    const outcome = await table.putInvitation(hashAddress(address), invitation, toAddressed(workspace, invitation), {
      ...version,
      now,
      countedAddress,
    });
    if (outcome === 'address_limit') throw tooManyToAddress();
    return outcome === 'written' ? toInvitation(invitation) : outcome;
  });
};

const tooMany = (who: string, countMax: number): ApiError =>
  new ApiError('bad_request', `${who} at most ${countMax} invitations a day. Invite again after midnight UTC.`);

export const tooManyToAddress = (): ApiError => tooMany('An address gets', invitationsPerDayMax.address);

export const listInvitations = async (workspaceId: string): Promise<Invitation[]> =>
  (await table.queryInvitations(workspaceId, isoTime(clock.now()))).map(toInvitation);

export const cancelInvitation = async (workspaceId: string, invitationId: string, canceledBy: { role: Role }) => {
  const invitation = await table.findInvitation(workspaceId, invitationId);
  if (!invitation || invitation.expires_at <= isoTime(clock.now())) throw notFound('invitation');
  requireCanManage(canceledBy.role, invitation.role);
  if (!(await table.removeInvitation(workspaceId, hashAddress(invitation.email), invitationId))) {
    throw notFound('invitation');
  }
  return { id: invitationId, canceled: true as const };
};

/** Ends the invitations that the member's role, if they still have one, does not allow. Acceptance checks it again. */
export const endInvitationsOf = async (workspaceId: string, userId: string, role?: Role): Promise<void> => {
  const open = await table.queryInvitations(workspaceId, isoTime(clock.now()));
  const ended = open.filter(
    (invitation) => invitation.invited_by_id === userId && !(role && canManage(role, invitation.role)),
  );
  await Promise.all(ended.map(({ id, email }) => table.removeInvitation(workspaceId, hashAddress(email), id)));
};

const requireInvitable = async (
  workspaceId: string,
  address: string,
  open: readonly table.StoredInvitation[],
): Promise<void> => {
  if (open.some(({ email }) => email === address)) {
    throw new ApiError('conflict', 'This address has an open invitation. Cancel it to send another one.');
  }
  if (open.length >= invitationsMax) {
    throw new ApiError('bad_request', `A workspace has at most ${invitationsMax} open invitations. Cancel one first.`);
  }
  const members = await queryMembers(workspaceId);
  if (members.some(({ email }) => email === address)) {
    throw new ApiError('conflict', 'A member with this address is in the workspace already.');
  }
  if (members.length >= membersMax) {
    throw new ApiError('bad_request', `A workspace has at most ${membersMax} members. Remove one first.`);
  }
};

const buildInvitation = (
  id: string,
  { email, role }: NewInvitation,
  invitedBy: Inviter,
  nowMs: number,
): table.StoredInvitation => {
  const expiresAtMs = nowMs + invitationDays * dayMs;
  return {
    id,
    email,
    role,
    invited_by: invitedBy.name,
    ...(invitedBy.userId === undefined ? {} : { invited_by_id: invitedBy.userId }),
    created_at: isoTime(nowMs),
    expires_at: isoTime(expiresAtMs),
    expires: Math.ceil(expiresAtMs / 1000),
  };
};

const toAddressed = (
  workspace: { id: string; name: string },
  { id, email, created_at, ...fields }: table.StoredInvitation,
): table.AddressedInvitation => ({
  workspace_id: workspace.id,
  workspace_name: workspace.name,
  invitation_id: id,
  ...fields,
});

const toInvitation = ({ expires, invited_by_id, mail_round, ...invitation }: table.StoredInvitation): Invitation =>
  invitation;
