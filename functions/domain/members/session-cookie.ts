import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../platform/sha256.ts';

/** The user id makes the session and the membership readable in one request; the 256 random bits are the secret. */
const cookiePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

export interface SessionKey {
  userId: string;
  sessionId: string;
}

export const newCookie = (userId: string): SessionKey & { cookie: string } => {
  const secret = randomBytes(32).toString('base64url');
  return { userId, sessionId: sha256Hex(secret), cookie: `${userId}.${secret}` };
};

export const parseCookie = (cookie: string): SessionKey | undefined => {
  const [, userId, secret] = cookiePattern.exec(cookie) ?? [];
  return userId === undefined || secret === undefined ? undefined : { userId, sessionId: sha256Hex(secret) };
};
