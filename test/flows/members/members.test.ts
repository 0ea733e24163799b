import { describe, expect, it } from 'vitest';
import { changeRole, leaveWorkspace, listMembers, removeMember } from '../../../functions/domain/members/members.ts';
import { describeUser } from '../../../functions/domain/members/users.ts';
import type { Role } from '../../../functions/model/members/member.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { makeMember, makeWorkspace, operatorOf, readCounts, readPointer } from '../../support/dashboard/members.ts';

const readRole = async (workspaceId: string, userId: string) =>
  (await listMembers(workspaceId)).find((member) => member.user_id === userId)?.role;

/** Two Owners, so that neither is the last, and the member who acts. */
const makeTeam = async (role: Role) => {
  const workspaceId = await makeWorkspace();
  const [first, second] = [await makeMember(workspaceId, 'owner'), await makeMember(workspaceId, 'owner')];
  return { workspaceId, first, second, actor: await makeMember(workspaceId, role) };
};

describe('the list of members', () => {
  it('the list of members is in the order of joining and shows no secret', async () => {
    const workspaceId = await makeWorkspace();
    const owner = await makeMember(workspaceId, 'owner');
    const agent = await makeMember(workspaceId, 'agent');
    const times = { joined_at: expect.any(String), last_seen_at: null };
    const toRow = ({ userId, name, email, role }: typeof owner) => ({ user_id: userId, name, email, role, ...times });
    expect(await listMembers(workspaceId)).toEqual([owner, agent].map(toRow));
    expect(await readCounts(workspaceId)).toEqual({ members: 2, owners: 1 });
  });

  it('a member of one workspace cannot be changed or removed in another', async () => {
    const { actor } = await makeTeam('agent');
    const other = await makeMember(await makeWorkspace(), 'owner');
    await expect(changeRole(other, actor.userId, 'admin')).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeMember(other, actor.userId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listMembers(newId())).toEqual([]);
  });
});

describe('the rights of a role', () => {
  it.each([
    ['admin', 'agent', 'owner', 'refused'],
    ['admin', 'owner', 'admin', 'refused'],
    ['owner', 'agent', 'owner', 'allowed'],
  ] as const)('an %s who changes an %s to %s is %s', async (role, from, to, outcome) => {
    const { workspaceId, actor } = await makeTeam(role);
    const target = await makeMember(workspaceId, from);
    const change = changeRole(actor, target.userId, to);
    if (outcome === 'allowed') expect(await change).toMatchObject({ user_id: target.userId, role: to });
    else await expect(change).rejects.toMatchObject({ code: 'forbidden' });
    const current = outcome === 'allowed' ? to : from;
    expect(await readRole(workspaceId, target.userId)).toBe(current);
    expect(await readPointer(workspaceId, target.userId)).toBe(current);
    const owners = (await listMembers(workspaceId)).filter((member) => member.role === 'owner').length;
    expect(await readCounts(workspaceId)).toEqual({ members: 4, owners });
  });

  it.each([
    ['admin', 'owner', 'refused'],
    ['owner', 'owner', 'allowed'],
  ] as const)('an %s who removes an %s is %s', async (role, target, outcome) => {
    const isRemoved = outcome === 'allowed';
    const { workspaceId, actor } = await makeTeam(role);
    const { userId } = await makeMember(workspaceId, target);
    const removal = removeMember(actor, userId);
    if (isRemoved) expect(await removal).toEqual({ user_id: userId, removed: true });
    else await expect(removal).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readRole(workspaceId, userId)).toBe(isRemoved ? undefined : target);
    expect(await readPointer(workspaceId, userId)).toBe(isRemoved ? undefined : target);
    expect((await readCounts(workspaceId)).members).toBe(isRemoved ? 3 : 4);
  });

  it('an Admin may step down to Agent and has no further rights', async () => {
    const { workspaceId, actor } = await makeTeam('admin');
    const agent = await makeMember(workspaceId, 'agent');
    await changeRole(actor, actor.userId, 'agent');
    await expect(changeRole(actor, agent.userId, 'admin')).rejects.toMatchObject({ code: 'conflict' });
    await expect(removeMember(actor, agent.userId)).rejects.toThrow('Your own role changed');
    expect(await readRole(workspaceId, agent.userId)).toBe('agent');
  });

  it('a member who was removed while their request ran changes nothing', async () => {
    const { workspaceId, first, actor } = await makeTeam('admin');
    const agent = await makeMember(workspaceId, 'agent');
    await removeMember(first, actor.userId);
    await expect(removeMember(actor, agent.userId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readRole(workspaceId, agent.userId)).toBe('agent');
  });
});

it('an Owner who leaves no longer sees the workspace', async () => {
  const { workspaceId, actor } = await makeTeam('owner');
  expect(await leaveWorkspace(actor)).toEqual({ left: true });
  expect(await readRole(workspaceId, actor.userId)).toBeUndefined();
  expect(await describeUser({ id: actor.userId, name: '', email: actor.email })).toMatchObject({ workspaces: [] });
  expect(await readCounts(workspaceId)).toEqual({ members: 2, owners: 2 });
  await expect(leaveWorkspace(actor)).rejects.toMatchObject({ code: 'not_found' });
});

describe('the last Owner', () => {
  it('the last Owner cannot be demoted, removed or leave, not even by an operator', async () => {
    const workspaceId = await makeWorkspace();
    const owner = await makeMember(workspaceId, 'owner');
    await makeMember(workspaceId, 'admin');
    for (const attempt of [
      () => changeRole(owner, owner.userId, 'admin'),
      () => changeRole(operatorOf(workspaceId), owner.userId, 'agent'),
      () => removeMember(owner, owner.userId),
      () => removeMember(operatorOf(workspaceId), owner.userId),
      () => leaveWorkspace(owner),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('an Owner') });
    expect(await readRole(workspaceId, owner.userId)).toBe('owner');
    expect(await readCounts(workspaceId)).toEqual({ members: 2, owners: 1 });
  });

  it('of 50 parallel demotions, removals and leaves of two Owners one Owner stays', async () => {
    const workspaceId = await makeWorkspace();
    const [ana, ben] = [await makeMember(workspaceId, 'owner'), await makeMember(workspaceId, 'owner')];
    const attempts = Array.from({ length: 50 }, (_, count) => {
      const [actor, other] = count % 2 === 0 ? [ana, ben] : [ben, ana];
      if (count % 5 === 0) return leaveWorkspace(actor);
      if (count % 5 === 1) return removeMember(actor, other.userId);
      return changeRole(actor, count % 5 === 2 ? actor.userId : other.userId, 'agent');
    });
    const settled = await Promise.allSettled(attempts);
    const codes = new Set(settled.map((result) => (result.status === 'rejected' ? result.reason.code : 'done')));
    expect([...codes].filter((code) => !['done', 'conflict', 'not_found', 'forbidden'].includes(code))).toEqual([]);
    const members = await listMembers(workspaceId);
    expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
    expect(await readCounts(workspaceId)).toEqual({ members: members.length, owners: 1 });
  });

  it('of two Owners who demote each other one stays Owner, even beside a third', async () => {
    const workspaceId = await makeWorkspace();
    const [ana, ben] = [await makeMember(workspaceId, 'owner'), await makeMember(workspaceId, 'owner')];
    await makeMember(workspaceId, 'owner');
    const changes = [changeRole(ana, ben.userId, 'agent'), changeRole(ben, ana.userId, 'agent')];
    const settled = await Promise.allSettled(changes);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readCounts(workspaceId)).toEqual({ members: 3, owners: 2 });
  });
});
