import type { APIGatewayProxyEvent } from 'aws-lambda';
import { buildEndSessionUrl } from 'openid-client';
import { endSessionOf } from '../../domain/members/sessions.ts';
import { compose } from '../../http/compose.ts';
import { errorResponse } from '../../http/error-response.ts';
import { requestId } from '../../http/request-id.ts';
import { requestLog } from '../../http/request-log.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { readSessionCookie, setSessionCookie } from '../cookies.ts';
import { noStore, sameOrigin } from '../middleware/browser.ts';
import { discoverIssuer } from './issuer.ts';
import { pageUrl } from './navigation.ts';

/** Works without a session too: the person may have been signed out elsewhere. */
export const handler = compose(
  async (event) => {
    const cookie = readSessionCookie(event as APIGatewayProxyEvent);
    if (cookie !== undefined) await endSessionOf(cookie);
    return {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      multiValueHeaders: { 'Set-Cookie': [setSessionCookie('', 0)] },
      body: JSON.stringify({ data: { url: await findSignOutUrl() } }),
    };
  },
  [requestId(), requestLog('signOut'), noStore(), errorResponse(), sameOrigin()],
);

/** Ends the issuer's session too, or the next sign-in would ask for nothing. Cognito wants a parameter of its own. */
const findSignOutUrl = async (): Promise<string> => {
  const ours = pageUrl('/sign-in').href;
  const configuration = await discoverIssuer().catch(() => undefined);
  if (!configuration) addLogFields({ sign_in_error: 'issuer_error' });
  if (configuration?.serverMetadata().end_session_endpoint === undefined) return ours;
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: ours, logout_uri: ours }).href;
};
