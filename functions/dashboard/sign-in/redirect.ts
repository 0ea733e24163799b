import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Middleware } from '../../http/middleware.ts';
import { env } from '../../platform/env.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { SignInError } from './sign-in-error.ts';

export const redirect = (url: URL, cookies: string[] = []): APIGatewayProxyResult => ({
  statusCode: 302,
  headers: { Location: url.href, 'Referrer-Policy': 'no-referrer' },
  multiValueHeaders: { 'Set-Cookie': cookies },
  body: '',
});

/** A page of the dashboard, whatever host the request named. */
export const pageUrl = (path: string): URL => new URL(path, env.dashboardUrl());

/** The browser navigates to these routes, so their errors are pages. */
export const redirectOnError = (): Middleware => ({
  onError: (request) => {
    const reason = request.error instanceof SignInError ? request.error.reason : 'unavailable';
    addLogFields({ sign_in_error: reason });
    request.response = redirect(pageUrl(`/sign-in?error=${reason}`));
  },
});
