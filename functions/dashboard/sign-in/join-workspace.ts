import { joinOnlyInvitation } from '../../domain/members/received-invitations.ts';
import { findMemberships } from '../../domain/members/users.ts';
import { ApiError } from '../../model/api-error.ts';
import { roleNames } from '../../model/members/member.ts';
import type { User } from '../../model/members/user.ts';
import { type Act, runAudited } from '../audited.ts';

/** A person in no workspace who has one invitation has nothing to choose. */
export const joinWorkspace = async (user: User, by: Pick<Act, 'actor' | 'visitor' | 'requestId'>): Promise<void> => {
  const { memberships, invitations } = await findMemberships(user);
  const [only, ...others] = invitations;
  if (memberships.length > 0 || !only || others.length > 0) return;
  const act = {
    ...by,
    action: 'invitation.accepted',
    logs: [only.workspace_id],
    details: roleNames[only.role],
  } as const;
  await runAudited(act, async () => {
    if (!(await joinOnlyInvitation(user))) throw new ApiError('conflict', 'The invitation could not be accepted.');
  }).catch(ignoreRefusal);
};

/** Whoever cannot join is signed in all the same, and sees the invitation. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
};
