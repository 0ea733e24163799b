import type { APIGatewayProxyEvent } from 'aws-lambda';
import { joinOnlyInvitation } from '../../domain/members/received-invitations.ts';
import { createSession, endSessionOf } from '../../domain/members/sessions.ts';
import { takeSignIn } from '../../domain/members/sign-ins.ts';
import { findMemberships, findOwnLogs, signInUser } from '../../domain/members/users.ts';
import { ApiError } from '../../model/api-error.ts';
import { roleNames } from '../../model/members/member.ts';
import type { User } from '../../model/members/user.ts';
import { clock } from '../../platform/clock.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { type AuditedAct, runAudited } from '../audited.ts';
import { readSessionCookie, readSignInCookie, setSessionCookie, setSignInCookie } from '../cookies.ts';
import { readVisitor } from '../visitor.ts';
import { fetchClaims } from './fetch-claims.ts';
import { handleNavigation, pageUrl, redirect, SignInError } from './navigation.ts';

export const handler = handleNavigation('completeSignIn', async (event, { awsRequestId: requestId }) => {
  const handle = readSignInCookie(event);
  if (handle === undefined) throw new SignInError('other_browser');
  const signIn = await takeSignIn(handle);
  if (!signIn) throw new SignInError('expired');
  const user = await signInUser(await fetchClaims(event, signIn));
  addLogFields({ user_id: user.id });
  const by = { actor: { userId: user.id, name: user.name }, visitor: readVisitor(event), requestId };
  await joinWorkspace(user, by);
  const act = { ...by, action: 'member.signed_in', logs: await findOwnLogs(user) } as const;
  const sessionCookie = await runAudited(act, () => replaceSession(event, user));
  return redirect(pageUrl(signIn.returnTo), [sessionCookie, setSignInCookie('', 0)]);
});

/** The value is always new, so a value that an attacker planted in the browser is useless. */
const replaceSession = async (event: APIGatewayProxyEvent, user: User): Promise<string> => {
  const { cookie, expiresAtMs } = await createSession(user.id, readVisitor(event));
  const previous = readSessionCookie(event);
  if (previous !== undefined) await endSessionOf(previous);
  return setSessionCookie(cookie, Math.floor((expiresAtMs - clock.now()) / 1000));
};

/** A person who is in no workspace and has one invitation has nothing to choose. */
const joinWorkspace = async (user: User, by: Pick<AuditedAct, 'actor' | 'visitor' | 'requestId'>): Promise<void> => {
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

/** A person who cannot join is signed in all the same and sees the invitation. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
};
