import { notFound } from '../../model/api-error.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import type { User, UserSession } from '../../model/members/user.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { type StoredMember, touchMember } from '../../table/members/members.ts';
import type { StoredSession } from '../../table/members/sessions.ts';
import * as table from '../../table/members/sessions.ts';
import { newCookie, parseCookie } from './session-cookie.ts';
import { toUser } from './users.ts';

const sessionsMax = 20;

export interface Device {
  browser: string;
  address: string;
}

/** Always with a new value. The oldest sessions of a user make room. */
export const createSession = async (
  userId: string,
  { browser, address }: Device,
): Promise<{ cookie: string; sessionId: string; expiresAtMs: number }> => {
  const { cookie, sessionId } = newCookie(userId);
  const nowMs = clock.now();
  const expiresAtMs = absoluteEndMs(nowMs);
  await table.putSession({
    user_id: userId,
    id: sessionId,
    browser,
    address,
    created_at: isoTime(nowMs),
    last_seen_at: isoTime(nowMs),
    expires_at: isoTime(expiresAtMs),
    expires: Math.ceil(expiresAtMs / 1000),
  });
  await endOldestSessions(userId);
  return { cookie, sessionId, expiresAtMs };
};

export interface SignedIn {
  user: User;
  sessionId: string;
}

export type MemberAuthResult =
  | { outcome: 'member'; caller: MemberCaller }
  | { outcome: 'not_member'; userId: string; sessionId: string }
  | { outcome: 'signed_out' };

/** Costs one read, and a write every ten minutes. */
export const authenticateUser = async (cookie: string): Promise<SignedIn | undefined> => {
  const key = parseCookie(cookie);
  if (!key) return undefined;
  const { session, user } = await table.findSessionAndUser(key.userId, key.sessionId);
  if (!user || !(await isLive(session))) return undefined;
  return { user: toUser(user), sessionId: key.sessionId };
};

/** Costs one read, and two writes every ten minutes. A removed member or a changed role holds from the next request. */
export const authenticateMember = async (cookie: string, workspaceId: string): Promise<MemberAuthResult> => {
  const key = parseCookie(cookie);
  if (!key) return { outcome: 'signed_out' };
  const { session, member } = await table.findSessionAndMember(workspaceId, key.userId, key.sessionId);
  if (!(await isLive(session))) return { outcome: 'signed_out' };
  if (!member) return { outcome: 'not_member', ...key };
  if (isTouchDue(member.last_seen_at, clock.now())) await touchMember(workspaceId, member, isoTime(clock.now()));
  return { outcome: 'member', caller: toCaller(workspaceId, key.sessionId, member) };
};

/** Costs one read and writes nothing: a socket that stays open is no use of the session. */
export const isSignedInMember = async ({
  workspaceId,
  userId,
  sessionId,
}: Pick<MemberCaller, 'workspaceId' | 'userId' | 'sessionId'>): Promise<boolean> => {
  const { session, member } = await table.findSessionAndMember(workspaceId, userId, sessionId);
  return member !== undefined && session !== undefined && sessionEndMs(session) > clock.now();
};

const isLive = async (session: table.StoredSession | undefined): Promise<boolean> => {
  const nowMs = clock.now();
  if (!session || !(sessionEndMs(session) > nowMs)) return false;
  return !isTouchDue(session.last_seen_at, nowMs) || table.touchSession(session, isoTime(nowMs));
};

const toCaller = (workspaceId: string, sessionId: string, member: StoredMember): MemberCaller => ({
  workspaceId,
  cursorSecret: member.cursor_secret,
  userId: member.user_id,
  role: member.role,
  name: member.name,
  email: member.email,
  sessionId,
  ...(member.takes_turns && { turns: { here_at: member.here_at, away_since: member.away_since } }),
});

export const listSessions = async (userId: string, currentSessionId: string): Promise<UserSession[]> => {
  const sessions = (await table.querySessions(userId)).filter((session) => sessionEndMs(session) > clock.now());
  return sessions.sort(byNewest).map((session) => toUserSession(session, currentSessionId));
};

export const endSession = async (userId: string, sessionId: string) => {
  if (!(await table.removeSession(userId, sessionId))) throw notFound('session');
  return { id: sessionId, ended: true as const };
};

/** Signs out, although the session may have ended already. */
export const endSessionOf = async (cookie: string): Promise<void> => {
  const key = parseCookie(cookie);
  if (key) await table.removeSession(key.userId, key.sessionId);
};

export const endOtherSessions = async (userId: string, currentSessionId: string): Promise<{ ended: number }> =>
  endAll((await table.querySessions(userId)).filter(({ id }) => id !== currentSessionId));

export const endAllSessions = async (userId: string): Promise<{ ended: number }> =>
  endAll(await table.querySessions(userId));

/** It runs after the new session is stored, so the last of several parallel sign-ins sees them all. */
const endOldestSessions = async (userId: string): Promise<void> => {
  const sessions = await table.querySessions(userId);
  await endAll(sessions.sort(byNewest).slice(sessionsMax));
};

const endAll = async (sessions: table.StoredSession[]): Promise<{ ended: number }> => {
  const removed = await settleAll(sessions.map(({ user_id, id }) => table.removeSession(user_id, id)));
  return { ended: removed.filter(Boolean).length };
};

const byNewest = (left: table.StoredSession, right: table.StoredSession): number =>
  left.created_at === right.created_at ? compare(right.id, left.id) : compare(right.created_at, left.created_at);

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const toUserSession = (session: table.StoredSession, currentSessionId: string): UserSession => ({
  id: session.id,
  browser: session.browser,
  address: session.address,
  created_at: session.created_at,
  last_seen_at: session.last_seen_at,
  expires_at: isoTime(sessionEndMs(session)),
  is_current: session.id === currentSessionId,
});

const touchIntervalMs = 10 * 60 * 1000;

const absoluteEndMs = (createdAtMs: number): number => createdAtMs + env.sessionAbsoluteHours() * hourMs;

/** TTL deletes rows up to days late, so every reader compares the time itself. */
const sessionEndMs = ({ last_seen_at, expires_at }: Pick<StoredSession, 'last_seen_at' | 'expires_at'>) =>
  Math.min(Date.parse(expires_at), Date.parse(last_seen_at) + env.sessionIdleHours() * hourMs);

/** Keeps polling from writing on every request. */
const isTouchDue = (lastSeenAt: string | null, nowMs: number): boolean =>
  lastSeenAt === null || nowMs - Date.parse(lastSeenAt) >= touchIntervalMs;
