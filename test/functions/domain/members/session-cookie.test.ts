import { expect, it } from 'vitest';
import { newCookie, parseCookie } from '../../../../functions/domain/members/session-cookie.ts';
import { newId } from '../../../../functions/platform/ids.ts';
import { sha256Hex } from '../../../../functions/platform/sha256.ts';

const userId = newId();
const secret = 'aB3_-'.repeat(9).slice(0, 43);

it('a new cookie parses into its user and the hash of its secret', () => {
  const { cookie, ...key } = newCookie(userId);
  expect(parseCookie(cookie)).toEqual(key);
  expect(key).toEqual({ userId, sessionId: sha256Hex(cookie.slice(userId.length + 1)) });
});

it('two cookies of a user differ', () => expect(newCookie(userId).cookie).not.toBe(newCookie(userId).cookie));

it.each([
  userId,
  `${userId}.${secret}x`,
  `${userId}.${secret.slice(1)}`,
  `${userId}.${secret}\n`,
  `${userId.toUpperCase()}.${secret}`,
  `${userId}#MEMBER.${secret}`,
])('the cookie %j is malformed', (cookie) => {
  expect(parseCookie(`${userId}.${secret}`)).toBeDefined();
  expect(parseCookie(cookie)).toBeUndefined();
});
