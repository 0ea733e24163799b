import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createSession, endSessionOf } from '../../domain/members/sessions.ts';
import { takeSignIn } from '../../domain/members/sign-ins.ts';
import { signInUser } from '../../domain/members/users.ts';
import type { User } from '../../model/members/user.ts';
import { clock } from '../../platform/clock.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { findOwnLogs, runAudited } from '../audited.ts';
import { readSessionCookie, readSignInCookie, setSessionCookie, setSignInCookie } from '../cookies.ts';
import { readVisitor } from '../visitor.ts';
import { fetchClaims } from './fetch-claims.ts';
import { handleNavigation } from './handle-navigation.ts';
import { joinWorkspace } from './join-workspace.ts';
import { pageUrl, redirect } from './redirect.ts';
import { SignInError } from './sign-in-error.ts';

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

/** Always a new value, so a value that somebody planted in the browser is worth nothing. */
const replaceSession = async (event: APIGatewayProxyEvent, user: User): Promise<string> => {
  const { cookie, expiresAtMs } = await createSession(user.id, readVisitor(event));
  const previous = readSessionCookie(event);
  if (previous !== undefined) await endSessionOf(previous);
  return setSessionCookie(cookie, Math.floor((expiresAtMs - clock.now()) / 1000));
};
