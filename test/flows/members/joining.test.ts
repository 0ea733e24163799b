import { describe, expect, it } from 'vitest';
import { cancelInvitation, invite, listInvitations } from '../../../functions/domain/members/invitations.ts';
import { changeRole, leaveWorkspace, listMembers, removeMember } from '../../../functions/domain/members/members.ts';
import {
  acceptInvitation,
  declineInvitation,
  joinOnlyInvitation,
} from '../../../functions/domain/members/received-invitations.ts';
import { describeUser } from '../../../functions/domain/members/users.ts';
import { type MemberCaller, membersMax } from '../../../functions/model/members/member.ts';
import type { User } from '../../../functions/model/members/user.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  makeMember,
  makeUser,
  makeWorkspace,
  newAddress,
  operator,
  operatorOf,
  readCounts,
  readPointer,
} from '../../support/dashboard/members.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const inviteUser = (workspaceId: string, user: User, role: 'agent' | 'admin' | 'owner' = 'admin') =>
  invite(workspaceId, newId(), { email: user.email, role }, operator);

const makeInvited = async (role: 'agent' | 'admin' | 'owner' = 'admin') => {
  const [workspaceId, user] = [await makeWorkspace(), await makeUser()];
  return { workspaceId, user, invitation: await inviteUser(workspaceId, user, role) };
};

describe('an accepted invitation', () => {
  it('an accepted invitation is gone and its person is a member with its role', async () => {
    const { workspaceId, user } = await makeInvited('owner');
    const workspace = { id: workspaceId, name: 'Acme' };
    expect(await acceptInvitation(user, workspaceId)).toEqual({ workspace, role: 'owner' });
    expect(await listInvitations(workspaceId)).toEqual([]);
    expect(await listMembers(workspaceId)).toMatchObject([{ user_id: user.id, name: user.name, role: 'owner' }]);
    expect(await describeUser(user)).toEqual({ workspaces: [{ ...workspace, role: 'owner' }], invitations: [] });
    expect(await readCounts(workspaceId)).toEqual({ members: 1, owners: 1 });
    const member = await findItem(keys.member(workspaceId, user.id));
    const { cursor_secret } = (await findItem(keys.workspace(workspaceId))) ?? {};
    expect(member?.['cursor_secret']).toBe(cursor_secret);
  });

  it('an invitation that is accepted twice, or by 10 tabs at once, makes one member', async () => {
    const { workspaceId, user } = await makeInvited();
    const accepted = await Promise.all(Array.from({ length: 10 }, () => acceptInvitation(user, workspaceId)));
    expect(new Set(accepted.map(({ role }) => role))).toEqual(new Set(['admin']));
    expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'admin' });
    expect(await readCounts(workspaceId)).toEqual({ members: 1, owners: 0 });
  });

  it('a member cannot accept an invitation to their own workspace', async () => {
    const { workspaceId, user } = await makeInvited('agent');
    await acceptInvitation(user, workspaceId);
    const renamed = { ...user, email: newAddress() };
    await updateIf({ Key: keys.user(user.id), ...assign({ email: renamed.email }) });
    await inviteUser(workspaceId, renamed, 'owner');
    await expect(acceptInvitation(renamed, workspaceId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await listMembers(workspaceId)).toMatchObject([{ role: 'agent' }]);
    expect(await declineInvitation(renamed, workspaceId)).toEqual({ declined: true });
  });

  it('a removed member joins again only with a new invitation, which nobody else can accept', async () => {
    const { workspaceId, user } = await makeInvited();
    await acceptInvitation(user, workspaceId);
    await removeMember(operatorOf(workspaceId), user.id);
    await expect(acceptInvitation(user, workspaceId)).rejects.toMatchObject({ code: 'not_found' });
    await inviteUser(workspaceId, user, 'agent');
    await expect(acceptInvitation(await makeUser(), workspaceId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'agent' });
  });

  const inviters: [string, (caller: MemberCaller) => Promise<unknown>][] = [
    ['removed', ({ workspaceId, userId }) => removeMember(operatorOf(workspaceId), userId)],
    ['demoted', ({ workspaceId, userId }) => changeRole(operatorOf(workspaceId), userId, 'agent')],
    ['gone by themselves', leaveWorkspace],
  ];

  it.each(inviters)('an invitation ends when its inviter is %s', async (_, lose) => {
    const workspaceId = await makeWorkspace();
    const [inviter, user] = [await makeMember(workspaceId, 'admin'), await makeUser()];
    await invite(workspaceId, newId(), { email: user.email, role: 'admin' }, inviter);
    const kept = await inviteUser(workspaceId, await makeUser());
    await lose(inviter);
    expect(await listInvitations(workspaceId)).toEqual([kept]);
    expect(await joinOnlyInvitation(user)).toBeUndefined();
    await inviteUser(workspaceId, user, 'agent');
    expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'agent' });
  });

  it('an invitation that outlasts a crash of the removal, or its inviter’s own address, lets nobody in', async () => {
    const workspaceId = await makeWorkspace();
    const [inviter, user] = [await makeMember(workspaceId, 'owner'), await makeUser()];
    await makeMember(workspaceId, 'owner');
    const own = { id: inviter.userId, name: inviter.name, email: newAddress() };
    await updateIf({ Key: keys.user(own.id), ...assign({ email: own.email }) });
    for (const { email } of [user, own]) await invite(workspaceId, newId(), { email, role: 'owner' }, inviter);
    await expect(acceptInvitation(own, workspaceId)).rejects.toMatchObject({ code: 'conflict' });
    const change = { workspaceId, userId: inviter.userId };
    await updateIf({ Key: keys.member(change.workspaceId, change.userId), ...assign({ role: 'admin' }) });
    const refused = { code: 'conflict', message: expect.stringContaining('Ask an Admin of the workspace') };
    await expect(acceptInvitation(user, workspaceId)).rejects.toMatchObject(refused);
    await updateIf({ Key: keys.member(change.workspaceId, change.userId), ...assign({ role: 'owner' }) });
    expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'owner' });
  });

  it('the 201st member is refused and keeps the invitation', async () => {
    const { workspaceId, user } = await makeInvited();
    await updateIf({ Key: keys.memberCount(workspaceId), ...assign({ members: membersMax - 1 }) });
    await makeMember(workspaceId, 'agent');
    const refused = { code: 'bad_request', message: expect.stringContaining('at most 200 members') };
    await expect(acceptInvitation(user, workspaceId)).rejects.toMatchObject(refused);
    expect(await listInvitations(workspaceId)).toHaveLength(1);
    expect(await readPointer(workspaceId, user.id)).toBeUndefined();
  });

  it('of an acceptance and a cancelation at the same moment one succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { workspaceId, user, invitation } = await makeInvited();
      const [accepted, canceled] = await Promise.allSettled([
        acceptInvitation(user, workspaceId),
        cancelInvitation(workspaceId, invitation.id, operator),
      ]);
      const isMember = (await listMembers(workspaceId)).length === 1;
      expect([accepted.status === 'fulfilled', canceled.status === 'fulfilled']).toEqual([isMember, !isMember]);
      expect(await readCounts(workspaceId)).toEqual({ members: Number(isMember), owners: 0 });
    }
  });

  it('an acceptance that crashes at any call of the table succeeds when it is repeated', async () => {
    const calls = await crashAtEveryCall({
      prepare: () => makeInvited('owner'),
      run: ({ user, workspaceId }) => acceptInvitation(user, workspaceId),
      verify: async ({ user, workspaceId }, { label }) => {
        expect(await listMembers(workspaceId), label).toMatchObject([{ user_id: user.id, role: 'owner' }]);
        expect(await readPointer(workspaceId, user.id), label).toBe('owner');
        expect(await readCounts(workspaceId), label).toEqual({ members: 1, owners: 1 });
        expect(await listInvitations(workspaceId), label).toEqual([]);
      },
    });
    expect(calls).toBe(3);
  });
});

it('a declined invitation is gone for both sides', async () => {
  const { workspaceId, user } = await makeInvited();
  expect(await declineInvitation(user, workspaceId)).toEqual({ declined: true });
  expect(await listInvitations(workspaceId)).toEqual([]);
  expect(await describeUser(user)).toEqual({ workspaces: [], invitations: [] });
  await expect(declineInvitation(user, workspaceId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(acceptInvitation(user, workspaceId)).rejects.toMatchObject({ code: 'not_found' });
});

it('a person with two invitations, or in a workspace already, chooses', async () => {
  const { user } = await makeInvited();
  const secondWorkspaceId = await makeWorkspace();
  await inviteUser(secondWorkspaceId, user);
  expect(await joinOnlyInvitation(user)).toBeUndefined();
  await acceptInvitation(user, secondWorkspaceId);
  expect(await joinOnlyInvitation(user)).toBeUndefined();
  const { workspaces, invitations } = await describeUser(user);
  expect([workspaces.length, invitations.length]).toEqual([1, 1]);
});
