import { describe, expect, it, vi } from 'vitest';
import {
  authenticateUser,
  createSession,
  endAllSessions,
  endOtherSessions,
  endSession,
  endSessionOf,
  listSessions,
} from '../../../functions/domain/members/sessions.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { laptop, makeUser } from '../../support/dashboard/members.ts';
import { dumpTable } from '../../support/table/dump-table.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const holdClock = (nowMs: number) => vi.spyOn(clock, 'now').mockReturnValue(nowMs);

const signIn = async () => {
  const user = await makeUser();
  return { user, ...(await createSession(user.id, laptop)) };
};

describe('a session', () => {
  it('a copy of the table opens no session', async () => {
    const { user, cookie, sessionId } = await signIn();
    const dump = await dumpTable();
    expect(dump).toContain(sessionId);
    expect(dump).not.toContain(cookie.split('.')[1]);
    expect(await authenticateUser(`${user.id}.${sessionId}`)).toBeUndefined();
    expect(await authenticateUser(`${user.id}.${sessionId.slice(0, 43)}`)).toBeUndefined();
  });
});

describe('the end of a session', () => {
  it('a session that is not used for 8 hours has ended although its row is there', async () => {
    const nowMs = clock.now();
    const { user, cookie, sessionId } = await signIn();
    holdClock(nowMs + 8 * hourMs + minuteMs);
    expect(await authenticateUser(cookie)).toBeUndefined();
    expect(await listSessions(user.id, sessionId)).toEqual([]);
    expect(await findItem(keys.session(user.id, sessionId))).toBeDefined();
  });

  it('a session in use ends after 24 hours', async () => {
    const nowMs = clock.now();
    const { cookie, expiresAtMs } = await signIn();
    expect(expiresAtMs - nowMs).toBeGreaterThanOrEqual(24 * hourMs);
    for (const hours of [7, 14, 21, 23.9]) {
      holdClock(nowMs + hours * hourMs);
      expect(await authenticateUser(cookie)).toBeDefined();
    }
    holdClock(expiresAtMs);
    expect(await authenticateUser(cookie)).toBeUndefined();
  });

  it('a session without a readable end is refused', async () => {
    const { user, cookie, sessionId } = await signIn();
    await updateIf({ Key: keys.session(user.id, sessionId), ...assign({ expires_at: 'never' }) });
    expect(await authenticateUser(cookie)).toBeUndefined();
  });

  it('the last use of a session is written at most every 10 minutes', async () => {
    const nowMs = clock.now();
    const { user, cookie, sessionId } = await signIn();
    const readLastSeen = async () => (await findItem(keys.session(user.id, sessionId)))?.['last_seen_at'];
    const before = await readLastSeen();
    holdClock(nowMs + 9 * minuteMs);
    await authenticateUser(cookie);
    expect(await readLastSeen()).toBe(before);
    holdClock(nowMs + 11 * minuteMs);
    await Promise.all([1, 2, 3, 4].map(() => authenticateUser(cookie)));
    expect(await readLastSeen()).toBe(isoTime(nowMs + 11 * minuteMs));
  });

  it('a use at the moment of the sign-out does not bring the session back', async () => {
    const nowMs = clock.now();
    const { user, cookie, sessionId } = await signIn();
    holdClock(nowMs + 11 * minuteMs);
    await Promise.all([authenticateUser(cookie), endSessionOf(cookie), authenticateUser(cookie)]);
    expect(await findItem(keys.session(user.id, sessionId))).toBeUndefined();
    expect(await authenticateUser(cookie)).toBeUndefined();
  });

  it('an ended session is refused on its next request and cannot be ended again', async () => {
    const { user, cookie, sessionId } = await signIn();
    expect(await endSession(user.id, sessionId)).toEqual({ id: sessionId, ended: true });
    expect(await authenticateUser(cookie)).toBeUndefined();
    await expect(endSession(user.id, sessionId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a user cannot end the session of another user', async () => {
    const [mine, theirs] = [await signIn(), await signIn()];
    await expect(endSession(mine.user.id, theirs.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await authenticateUser(theirs.cookie)).toBeDefined();
  });
});

describe('the sessions of a user', () => {
  it('the list of sessions is newest first, marks the current one and shows when each ends', async () => {
    const nowMs = clock.now();
    const { user, sessionId } = await signIn();
    holdClock(nowMs + hourMs);
    const phone = await createSession(user.id, { browser: 'Safari on iOS', address: '192.0.2.2' });
    expect(await listSessions(user.id, sessionId)).toMatchObject([
      { id: phone.sessionId, browser: 'Safari on iOS', is_current: false, expires_at: isoTime(nowMs + 9 * hourMs) },
      { id: sessionId, ...laptop, is_current: true },
    ]);
  });

  it('signing out everywhere else leaves the current session', async () => {
    const { user, cookie, sessionId } = await signIn();
    const others = await Promise.all([1, 2].map(() => createSession(user.id, laptop)));
    expect(await endOtherSessions(user.id, sessionId)).toEqual({ ended: 2 });
    expect(await authenticateUser(cookie)).toBeDefined();
    for (const other of others) expect(await authenticateUser(other.cookie)).toBeUndefined();
  });

  it('an operator can end all sessions of a user', async () => {
    const { user, cookie } = await signIn();
    await createSession(user.id, laptop);
    expect(await endAllSessions(user.id)).toEqual({ ended: 2 });
    expect(await endAllSessions(user.id)).toEqual({ ended: 0 });
    expect(await authenticateUser(cookie)).toBeUndefined();
  });

  it('the 21st session of a user ends the oldest', async () => {
    const nowMs = clock.now();
    const { user, cookie, sessionId } = await signIn();
    for (let count = 2; count <= 20; count += 1) {
      holdClock(nowMs + count * 1_000);
      await createSession(user.id, laptop);
    }
    expect(await authenticateUser(cookie)).toBeDefined();
    holdClock(nowMs + 21_000);
    await createSession(user.id, laptop);
    expect(await authenticateUser(cookie)).toBeUndefined();
    expect(await listSessions(user.id, sessionId)).toHaveLength(20);
  });

  it('24 parallel sign-ins leave 20 sessions', async () => {
    const user = await makeUser();
    await Promise.all(Array.from({ length: 24 }, () => createSession(user.id, laptop)));
    expect(await listSessions(user.id, '')).toHaveLength(20);
  });
});
