import { describe, expect, it, vi } from 'vitest';
import { invite } from '../../../functions/domain/members/invitations.ts';
import { changeRole, listMembers, removeMember } from '../../../functions/domain/members/members.ts';
import { acceptInvitation } from '../../../functions/domain/members/received-invitations.ts';
import { authenticateMember, createSession, endSession } from '../../../functions/domain/members/sessions.ts';
import { signInUser } from '../../../functions/domain/members/users.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
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
} from '../../support/dashboard/members.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const minuteMs = 60_000;

const signInMember = async () => {
  const member = await makeMember(await makeWorkspace(), 'agent');
  return { ...member, ...(await createSession(member.userId, laptop)) };
};

describe('the authentication of a member', () => {
  it("a member's cookie opens the workspace with the role and the workspace's cursor secret", async () => {
    const { workspaceId, userId, cookie, sessionId, name, email } = await signInMember();
    const workspace = await findItem(keys.workspace(workspaceId));
    expect(await authenticateMember(cookie, workspaceId)).toEqual({
      outcome: 'member',
      caller: {
        workspaceId,
        cursorSecret: workspace?.['cursor_secret'],
        userId,
        role: 'agent',
        name,
        email,
        sessionId,
      },
    });
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
    for (const workspaceId of workspaceIds) {
      await invite(workspaceId, newId(), { email: user.email, role: 'agent' }, operator);
      await acceptInvitation(user, workspaceId);
    }
    return { workspaceIds, claims: { ...claims, name: 'Ana Berg', email: newAddress() } };
  };

  it('a name or address that changed at the issuer is copied to every membership', async () => {
    const { workspaceIds, claims } = await prepare();
    await signInUser(claims);
    for (const workspaceId of workspaceIds) {
      expect(await listMembers(workspaceId)).toMatchObject([{ name: 'Ana Berg', email: claims.email, role: 'agent' }]);
    }
  });

  it('a sign-in that crashes while it copies a changed name is finished by the next', async () => {
    const calls = await crashAtEveryCall({
      prepare,
      run: ({ claims }) => signInUser(claims),
      verify: async ({ workspaceIds, claims }, { label }) => {
        for (const workspaceId of workspaceIds) {
          expect(await listMembers(workspaceId), label).toMatchObject([{ name: 'Ana Berg', email: claims.email }]);
        }
      },
    });
    expect(calls).toBe(7);
  });

  it('an invitation accepted with a name that changed meanwhile is refused and stays', async () => {
    const [workspaceId, user] = [await makeWorkspace(), await makeUser()];
    await invite(workspaceId, newId(), { email: user.email, role: 'agent' }, operator);
    await expect(acceptInvitation({ ...user, name: 'Old name' }, workspaceId)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'agent' });
  });
});
