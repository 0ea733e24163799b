import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { compose, type GatewayHandler } from '../../http/compose.ts';
import type { Middleware } from '../../http/middleware.ts';
import { requestId } from '../../http/request-id.ts';
import { requestLog } from '../../http/request-log.ts';
import { ApiError } from '../../model/api-error.ts';
import type { SignInErrorCode } from '../../model/members/sign-in-error.ts';
import { env } from '../../platform/env.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { noStore } from '../middleware/browser.ts';

/** Handles the routes to which the browser navigates. */
export const handleNavigation = (
  operation: string,
  run: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>,
): GatewayHandler =>
  compose(
    (event, context) => run(event as APIGatewayProxyEvent, context),
    [requestId(), requestLog(operation), noStore(), redirectOnError()],
  );

/** Ends a sign-in with one of our pages. The issuer's own text is never shown. */
export class SignInError extends ApiError {
  readonly reason: SignInErrorCode;

  constructor(reason: SignInErrorCode, cause?: unknown) {
    super('bad_request', `The sign-in failed: ${reason}.`, { cause });
    this.name = 'SignInError';
    this.reason = reason;
  }
}

export const redirect = (url: URL, cookies: string[] = []): APIGatewayProxyResult => ({
  statusCode: 302,
  headers: { Location: url.href, 'Referrer-Policy': 'no-referrer' },
  multiValueHeaders: { 'Set-Cookie': cookies },
  body: '',
});

/** The host is always that of the dashboard, whatever host the request named. */
export const pageUrl = (path: string): URL => new URL(path, env.dashboardUrl());

/** The browser navigates to these routes, so their errors are pages. */
const redirectOnError = (): Middleware => ({
  onError: (request) => {
    const reason = request.error instanceof SignInError ? request.error.reason : 'unavailable';
    addLogFields({ sign_in_error: reason });
    request.response = redirect(pageUrl(`/sign-in?error=${reason}`));
  },
});
