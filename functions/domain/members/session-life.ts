import { env } from '../../platform/env.ts';
import type { StoredSession } from '../../table/members/sessions.ts';

const hourMs = 60 * 60 * 1000;
const touchIntervalMs = 10 * 60 * 1000;

export const absoluteEndMs = (createdAtMs: number): number => createdAtMs + env.sessionAbsoluteHours() * hourMs;

/** TTL deletes rows up to days late, so every reader compares the time itself. */
export const sessionEndMs = ({ last_seen_at, expires_at }: Pick<StoredSession, 'last_seen_at' | 'expires_at'>) =>
  Math.min(Date.parse(expires_at), Date.parse(last_seen_at) + env.sessionIdleHours() * hourMs);

/** Keeps polling from writing on every request. */
export const isTouchDue = (lastSeenAt: string | null, nowMs: number): boolean =>
  lastSeenAt === null || nowMs - Date.parse(lastSeenAt) >= touchIntervalMs;
