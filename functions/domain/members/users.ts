import type { ReceivedInvitation, User, WorkspaceMembership } from '../../model/members/user.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { type AddressedInvitation, queryInvitationsByAddress } from '../../table/members/invitations.ts';
import * as table from '../../table/members/users.ts';
import { findWorkspaceNames } from '../../table/workspaces/workspaces.ts';
import { hashAddress, normalizeAddress } from './addresses.ts';

/** The issuer vouches for these. The address must be verified. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string;
  name: string;
}

/** Finds or creates the user. A subject is unique only at its issuer. */
export const signInUser = async ({ issuer, subject, email, name }: Claims): Promise<User> => {
  const identity = sha256Hex(JSON.stringify([issuer, subject]));
  const profile = { name: name.trim() || normalizeAddress(email), email: normalizeAddress(email) };
  const user = await retryOnConflict(async () => {
    const known = await table.findUserOfIdentity(identity);
    if (known) return known;
    const created = { id: newId(), ...profile, created_at: isoTime(clock.now()), is_profile_copied: true };
    return (await table.putUser(identity, created)) ? created : 'conflict';
  });
  await copyProfile(user, profile);
  return toUser({ ...user, ...profile });
};

/** The user changes first: whoever joins later joins with the new profile. The mark lets a later sign-in finish. */
const copyProfile = async (user: table.StoredUser, profile: table.Profile): Promise<void> => {
  const isSame = user.name === profile.name && user.email === profile.email;
  if (isSame && user.is_profile_copied) return;
  if (!isSame) await table.updateProfile(user.id, profile);
  const workspaces = await table.queryMemberships(user.id);
  await settleAll(workspaces.map(({ id }) => table.updateMemberProfile(id, user.id, profile)));
  await table.markProfileCopied(user.id, profile);
};

/** The workspaces have their present names: those in the rows are copies from the day somebody joined. */
export const describeUser = async (
  user: User,
): Promise<{ workspaces: WorkspaceMembership[]; invitations: ReceivedInvitation[] }> => {
  const { memberships, invitations } = await findMemberships(user);
  const ids = [...memberships.map(({ id }) => id), ...invitations.map(({ workspace_id }) => workspace_id)];
  const names = await findWorkspaceNames([...new Set(ids)]);
  return {
    workspaces: memberships.map((membership) => ({ ...membership, name: names.get(membership.id) ?? membership.name })),
    invitations: invitations.map((invitation) =>
      toReceivedInvitation(invitation, names.get(invitation.workspace_id) ?? invitation.workspace_name),
    ),
  };
};

export const findMemberships = async (
  user: User,
): Promise<{ memberships: WorkspaceMembership[]; invitations: AddressedInvitation[] }> => {
  const [memberships, invitations] = await Promise.all([
    table.queryMemberships(user.id),
    queryInvitationsByAddress(hashAddress(user.email), isoTime(clock.now())),
  ]);
  return { memberships, invitations };
};

export const toUser = ({ id, name, email }: table.StoredUser): User => ({ id, name, email });

const toReceivedInvitation = (invitation: AddressedInvitation, name: string): ReceivedInvitation => ({
  workspace: { id: invitation.workspace_id, name },
  role: invitation.role,
  invited_by: invitation.invited_by,
  expires_at: invitation.expires_at,
});

const logsMax = 20;

/** A session gives access to all of the person's workspaces, so each of their logs gets an entry. */
export const findOwnLogs = async (user: User): Promise<string[]> => {
  const { memberships } = await findMemberships(user);
  return memberships.slice(0, logsMax).map(({ id }) => id);
};

/** A person without an invitation gets no log, so strangers cannot write to the log of a workspace. */
export const findInvitationLogs = async (user: User, workspaceId: string): Promise<string[]> => {
  const { invitations } = await findMemberships(user);
  return invitations.some(({ workspace_id }) => workspace_id === workspaceId) ? [workspaceId] : [];
};
