import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from '../http/middleware.ts';
import { env } from '../platform/env.ts';

export const readSessionCookie = (event: APIGatewayProxyEvent): string | undefined => readCookie(event, 'switchboard');

export const readSignInCookie = (event: APIGatewayProxyEvent): string | undefined =>
  readCookie(event, 'switchboard_sign_in');

export const setSessionCookie = (value: string, maxAgeSeconds: number): string =>
  formatCookie('switchboard', value, maxAgeSeconds);

export const setSignInCookie = (value: string, maxAgeSeconds: number): string =>
  formatCookie('switchboard_sign_in', value, maxAgeSeconds);

const readCookie = (event: APIGatewayProxyEvent, name: string): string | undefined => {
  const prefix = `${toFullName(name)}=`;
  const pairs = (readHeader(event, 'cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || undefined;
};

/** Lax, not Strict: the issuer's redirect to the callback must carry the cookie. */
const formatCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  [
    `${toFullName(name)}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps() ? ['Secure'] : []),
  ].join('; ');

/** Safari refuses Secure cookies of http://127.0.0.1. Deployed functions always have an https URL. */
const toFullName = (name: string): string => (isHttps() ? `__Host-${name}` : name);

const isHttps = (): boolean => new URL(env.dashboardUrl()).protocol === 'https:';
