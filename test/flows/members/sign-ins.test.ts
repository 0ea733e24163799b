import { describe, expect, it, vi } from 'vitest';
import { invite } from '../../../functions/domain/members/invitations.ts';
import { changeRole, listMembers, removeMember } from '../../../functions/domain/members/members.ts';
import { acceptInvitation } from '../../../functions/domain/members/received-invitations.ts';
import { authenticateMember, createSession, endSession } from '../../../functions/domain/members/sessions.ts';
import { beginSignIn, takeSignIn } from '../../../functions/domain/members/sign-ins.ts';
import { signInUser } from '../../../functions/domain/members/users.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { sha256Hex } from '../../../functions/platform/sha256.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  laptop,
  makeMember,
  makeUser,
  makeWorkspace,
  newAddress,
  operator,
  operatorOf,
  putMember,
} from '../../support/dashboard/members.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const request = { state: 'a state', nonce: 'a nonce', codeVerifier: 'a verifier', returnTo: '/w/1/settings/members' };
const readKey = (handle: string) => keys.signIn(sha256Hex(handle));

describe('a sign-in under way', () => {
  it('the handle of a sign-in works once', async () => {
    const { handle } = await beginSignIn(request);
    expect(handle).toMatch(/^[\w-]{43}$/);
    expect(await takeSignIn(handle)).toEqual(request);
    expect(await takeSignIn(handle)).toBeUndefined();
    expect(await findItem(readKey(handle))).toBeUndefined();
  });

  it('a callback that is overtaken after it read the sign-in gets nothing', async () => {
    const { handle } = await beginSignIn(request);
    const overtaking = vi.fn(() => takeSignIn(handle));
    actBefore(writes(readKey(handle).pk), overtaking);
    expect(await takeSignIn(handle)).toBeUndefined();
    expect(await overtaking.mock.results[0]?.value).toEqual(request);
  });

  it('the table holds the hash of a handle and never the handle', async () => {
    const { handle } = await beginSignIn(request);
    const stored = await findItem(readKey(handle));
    expect(stored).toMatchObject({ state: 'a state', code_verifier: 'a verifier' });
    expect(JSON.stringify(stored)).not.toContain(handle);
  });

  it('the handle of a sign-in works for ten minutes, even if its row is still there', async () => {
    const nowMs = clock.now();
    const { handle: early } = await beginSignIn(request);
    const { handle: late } = await beginSignIn(request);
    vi.spyOn(clock, 'now').mockReturnValue(nowMs + 9 * 60_000);
    expect(await takeSignIn(early)).toEqual(request);
    vi.spyOn(clock, 'now').mockReturnValue(nowMs + 10 * 60_000 + 1_000);
    expect(await takeSignIn(late)).toBeUndefined();
  });
});

const newClaims = () => ({ issuer: 'https://issuer.example', subject: newId(), email: newAddress(), name: 'Ana Ames' });

describe('a user', () => {
  it('ten parallel first sign-ins of one person make one user', async () => {
    const claims = newClaims();
    const users = await Promise.all(Array.from({ length: 10 }, () => signInUser(claims)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    const [{ id } = { id: '' }] = users;
    expect(await findItem(keys.user(id))).toMatchObject({ name: 'Ana Ames' });
    // The stored hash must not change, or no member would find their user again.
    const key = keys.identity(sha256Hex(JSON.stringify([claims.issuer, claims.subject])));
    expect(await findItem(key)).toEqual({ ...key, user_id: id });
  });

  it('an issuer and a subject that share their text with another pair are another user', async () => {
    const subject = newId();
    const { id } = await signInUser({ ...newClaims(), issuer: 'https://issuer.example/a', subject });
    const other = await signInUser({ ...newClaims(), issuer: 'https://issuer.example/', subject: `a${subject}` });
    expect(other.id).not.toBe(id);
  });

  it('addresses of users are in lower case and a missing name is replaced by the address', async () => {
    const email = newAddress();
    const claims = { ...newClaims(), email: ` ${email.toUpperCase()}`, name: '  ' };
    expect(await signInUser(claims)).toMatchObject({ email, name: email });
  });

  it('a first sign-in that crashes at any call of the table makes one user when it is repeated', async () => {
    const calls = await crashAtEveryCall({
      prepare: async () => newClaims(),
      run: signInUser,
      verify: async (claims, { label }) => {
        const user = await signInUser(claims);
        expect(await findItem(keys.user(user.id)), label).toMatchObject({ email: claims.email });
      },
    });
    expect(calls).toBe(2);
  });
});

const minuteMs = 60_000;

const signInMember = async () => {
  const member = await makeMember(await makeWorkspace(), 'agent');
  return { ...member, ...(await createSession(member.userId, laptop)) };
};

describe('the authentication of a member', () => {
  it("a member's cookie opens the workspace with the role and the workspace's cursor secret", async () => {
    const { workspaceId, userId, cookie, sessionId, name, email } = await signInMember();
    const { cursor_secret: cursorSecret } = (await findItem(keys.workspace(workspaceId))) ?? {};
    const caller = { workspaceId, cursorSecret, userId, role: 'agent', name, email, sessionId };
    expect(await authenticateMember(cookie, workspaceId)).toEqual({ outcome: 'member', caller });
  });

  it('a person who is no member of the workspace is known, but no member', async () => {
    const { userId, cookie, sessionId } = await signInMember();
    const outcome = { outcome: 'not_member', userId, sessionId };
    expect(await authenticateMember(cookie, await makeWorkspace())).toEqual(outcome);
    expect(await authenticateMember(cookie, newId())).toEqual(outcome);
  });

  it('a changed role, a removal and an ended session hold from the next request', async () => {
    const { workspaceId, userId, cookie, sessionId } = await signInMember();
    await changeRole(operatorOf(workspaceId), userId, 'admin');
    expect(await authenticateMember(cookie, workspaceId)).toMatchObject({ caller: { role: 'admin' } });
    await removeMember(operatorOf(workspaceId), userId);
    expect(await authenticateMember(cookie, workspaceId)).toMatchObject({ outcome: 'not_member' });
    await endSession(userId, sessionId);
    expect(await authenticateMember(cookie, workspaceId)).toEqual({ outcome: 'signed_out' });
    expect(await authenticateMember('nonsense', workspaceId)).toEqual({ outcome: 'signed_out' });
  });

  it("a member's last visit is written at most every 10 minutes", async () => {
    const { workspaceId, cookie } = await signInMember();
    const readLastSeen = async () => (await listMembers(workspaceId))[0]?.last_seen_at;
    const nowMs = clock.now();
    const visit = async (minutes: number) => {
      vi.spyOn(clock, 'now').mockReturnValue(nowMs + minutes * minuteMs);
      await authenticateMember(cookie, workspaceId);
      return readLastSeen();
    };
    expect(await readLastSeen()).toBeNull();
    expect(await visit(0)).toBe(isoTime(nowMs));
    expect(await visit(9)).toBe(isoTime(nowMs));
    expect(await visit(10)).toBe(isoTime(nowMs + 10 * minuteMs));
  });

  it('a visit at the moment of the removal does not bring the member back', async () => {
    const { workspaceId, userId, cookie } = await signInMember();
    await Promise.all([
      authenticateMember(cookie, workspaceId),
      removeMember(operatorOf(workspaceId), userId),
      authenticateMember(cookie, workspaceId),
    ]);
    expect(await findItem(keys.member(workspaceId, userId))).toBeUndefined();
  });
});

describe('a changed name or address', () => {
  const prepare = async () => {
    const claims = { issuer: 'https://issuer.example', subject: newId(), email: newAddress(), name: 'Ana Ames' };
    const user = await signInUser(claims);
    const workspaceIds = [await makeWorkspace(), await makeWorkspace()];
    for (const workspaceId of workspaceIds) await putMember(workspaceId, user, 'agent');
    return { workspaceIds, claims: { ...claims, name: 'Ana Berg', email: newAddress() } };
  };

  it('a name or address that changed at the issuer is copied to every membership', async () => {
    const { workspaceIds, claims } = await prepare();
    await signInUser(claims);
    for (const workspaceId of workspaceIds)
      expect(await listMembers(workspaceId)).toMatchObject([{ name: 'Ana Berg', email: claims.email, role: 'agent' }]);
  });

  it('a sign-in that crashes while it copies a changed name is finished by the next', async () => {
    const calls = await crashAtEveryCall({
      prepare,
      run: ({ claims }) => signInUser(claims),
      verify: async ({ workspaceIds, claims }, { label }) => {
        for (const workspaceId of workspaceIds)
          expect(await listMembers(workspaceId), label).toMatchObject([{ name: 'Ana Berg', email: claims.email }]);
      },
    });
    expect(calls).toBe(7);
  });

  it('an invitation accepted with a name that changed meanwhile is refused and stays', async () => {
    const [workspaceId, user] = [await makeWorkspace(), await makeUser()];
    await invite(workspaceId, newId(), { email: user.email, role: 'agent' }, operator);
    const renamed = acceptInvitation({ ...user, name: 'Old name' }, workspaceId);
    await expect(renamed).rejects.toMatchObject({ code: 'conflict' });
    expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'agent' });
  });
});
