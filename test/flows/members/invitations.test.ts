import { describe, expect, it, vi } from 'vitest';
import { cancelInvitation, invite, listInvitations } from '../../../functions/domain/members/invitations.ts';
import { listMembers } from '../../../functions/domain/members/members.ts';
import { acceptInvitation, declineInvitation } from '../../../functions/domain/members/received-invitations.ts';
import { describeUser } from '../../../functions/domain/members/users.ts';
import { invitationsMax, roles } from '../../../functions/model/members/member.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeMember, makeUser, makeWorkspace, newAddress, operator } from '../../support/dashboard/members.ts';
import { putAll } from '../../support/segments.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const dayMs = 24 * 60 * 60 * 1000;
const ana = { name: 'Ana Ames', role: 'owner' } as const;
const inviteAgent = (workspaceId: string, email = newAddress(), id = newId()) =>
  invite(workspaceId, id, { email, role: 'agent' }, ana);

describe('an invitation', () => {
  it('an invitation is listed and waits for the person with its address', async () => {
    const workspaceId = await makeWorkspace();
    const user = await makeUser();
    const id = newId();
    const invitation = await invite(workspaceId, id, { email: user.email.toUpperCase(), role: 'admin' }, ana);
    const times = { created_at: expect.any(String), expires_at: expect.any(String) };
    expect(invitation).toEqual({ id, email: user.email, role: 'admin', invited_by: 'Ana Ames', ...times });
    expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(7 * dayMs);
    expect(await listInvitations(workspaceId)).toEqual([invitation]);
    const { expires_at } = invitation;
    const workspace = { id: workspaceId, name: 'Acme' };
    const received = { workspace, role: 'admin', invited_by: 'Ana Ames', expires_at };
    expect(await describeUser(user)).toEqual({ workspaces: [], invitations: [received] });
    expect(await describeUser(await makeUser())).toMatchObject({ invitations: [] });
  });

  it('an address that only looks like the invited one in lower case has no invitation', async () => {
    const workspaceId = await makeWorkspace();
    const { email } = await inviteAgent(workspaceId, `k${newAddress()}`);
    const lookalike = await makeUser(`\u212a${email.slice(1)}`);
    expect(await describeUser(lookalike)).toMatchObject({ invitations: [] });
    await expect(acceptInvitation(lookalike, workspaceId)).rejects.toMatchObject({ code: 'not_found' });
    const same = await makeUser(`K${email.slice(1)}`);
    expect(await describeUser(same)).toMatchObject({ invitations: [{ role: 'agent' }] });
  });

  it('an address gets at most three invitations a day from all workspaces together', async () => {
    const workspaceIds = await Promise.all(Array.from({ length: 3 }, makeWorkspace));
    const [first = '', second = '', third = ''] = workspaceIds;
    const inviter = { ...ana, userId: newId() };
    const email = newAddress();
    const send = (workspaceId: string, address = email) =>
      invite(workspaceId, newId(), { email: address, role: 'agent' }, inviter);
    const { id } = await send(first);
    await cancelInvitation(first, id, ana);
    await send(first, email.toUpperCase());
    await send(second);
    const before = await findItem(keys.memberCount(third));
    await expect(send(third)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('at most 3 invitations a day'),
    });
    expect(await listInvitations(third)).toEqual([]);
    expect(await findItem(keys.memberCount(third))).toEqual(before);
    await send(third, newAddress());
    const time = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + dayMs);
    await send(third);
    time.mockRestore();
  });

  it('of invitations to an address at the same time, three are stored', async () => {
    const email = newAddress();
    const workspaceIds = await Promise.all(Array.from({ length: 5 }, makeWorkspace));
    const outcomes = await Promise.allSettled(
      workspaceIds.map((workspaceId) =>
        invite(workspaceId, newId(), { email, role: 'agent' }, { ...ana, userId: newId() }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('a workspace sends 100 invitations a day', async () => {
    const workspaceId = await makeWorkspace();
    const inviter = { ...ana, userId: newId() };
    const send = () => invite(workspaceId, newId(), { email: newAddress(), role: 'agent' }, inviter);
    await send();
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    await putAll([{ ...(await findItem(keys.memberCount(workspaceId))), invitation_day: day, invitations_of_day: 99 }]);
    await send();
    await expect(send()).rejects.toMatchObject({ message: expect.stringContaining('at most 100 invitations a day') });
    expect(await listInvitations(workspaceId)).toHaveLength(2);
    const time = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + dayMs);
    await send();
    time.mockRestore();
  });

  it.each(roles)('an invitation of an Owner by an %s needs an Owner', async (role) => {
    const workspaceId = await makeWorkspace();
    const inviting = invite(workspaceId, newId(), { email: newAddress(), role: 'owner' }, { name: 'Ana', role });
    if (role === 'owner') await expect(inviting).resolves.toMatchObject({ role: 'owner' });
    else await expect(inviting).rejects.toMatchObject({ code: 'forbidden' });
    expect(await listInvitations(workspaceId)).toHaveLength(role === 'owner' ? 1 : 0);
  });

  it('an Agent invites nobody and an unknown workspace is not found', async () => {
    const workspaceId = await makeWorkspace();
    const agent = { name: 'Agnes', role: 'agent' } as const;
    const input = { email: newAddress(), role: 'agent' } as const;
    await expect(invite(workspaceId, newId(), input, agent)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(invite(newId(), newId(), input, ana)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a second invitation of an address is a conflict; other workspaces may invite it', async () => {
    const workspaceId = await makeWorkspace();
    const { email } = await inviteAgent(workspaceId);
    const refused = { code: 'conflict', message: expect.stringContaining('Cancel it') };
    await expect(inviteAgent(workspaceId, email.toUpperCase())).rejects.toMatchObject(refused);
    await expect(inviteAgent(await makeWorkspace(), email)).resolves.toMatchObject({ email });
    expect(await listInvitations(workspaceId)).toHaveLength(1);
  });

  it('a member cannot be invited again', async () => {
    const workspaceId = await makeWorkspace();
    const { email } = await makeMember(workspaceId, 'agent');
    await expect(inviteAgent(workspaceId, email)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of 10 parallel invitations of one address one is stored', async () => {
    const workspaceId = await makeWorkspace();
    const email = newAddress();
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => inviteAgent(workspaceId, email)));
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(Array(9).fill('conflict'));
    expect(await listInvitations(workspaceId)).toHaveLength(1);
  });
});

it('an invitation that crashes at any call of the table is stored once when it is repeated', async () => {
  const calls = await crashAtEveryCall({
    prepare: async () => ({ workspaceId: await makeWorkspace(), email: newAddress(), id: newId() }),
    run: ({ workspaceId, email, id }) => inviteAgent(workspaceId, email, id),
    verify: async ({ workspaceId, email, id }, { label }) => {
      expect(await listInvitations(workspaceId), label).toMatchObject([{ id, email }]);
    },
  });
  expect(calls).toBe(5);
});

it('a workspace has at most 50 open invitations, also when the last are sent in parallel', async () => {
  const workspaceId = await makeWorkspace();
  const { id, ...invited } = await inviteAgent(workspaceId);
  const copies = Array.from({ length: invitationsMax - 3 }, newId);
  await putAll(
    copies.map((copy) => ({ ...keys.invitation(workspaceId, copy), id: copy, ...invited, email: newAddress() })),
  );
  const settled = await Promise.allSettled(Array.from({ length: 6 }, () => inviteAgent(workspaceId)));
  const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(4);
  for (const error of refused)
    expect(error).toMatchObject({ code: 'bad_request', message: expect.stringContaining('at most 50') });
  await cancelInvitation(workspaceId, id, ana);
  await expect(inviteAgent(workspaceId)).resolves.toBeDefined();
  const nowMs = clock.now();
  vi.spyOn(clock, 'now').mockReturnValue(nowMs + 8 * dayMs);
  await expect(inviteAgent(workspaceId)).resolves.toBeDefined();
  expect(await listInvitations(workspaceId)).toHaveLength(1);
});

it('an expired invitation is neither listed nor accepted nor canceled, and the address can be invited again', async () => {
  const workspaceId = await makeWorkspace();
  const user = await makeUser();
  const nowMs = clock.now();
  const { id } = await inviteAgent(workspaceId, user.email);
  vi.spyOn(clock, 'now').mockReturnValue(nowMs + 7 * dayMs + 1_000);
  expect(await findItem(keys.invitation(workspaceId, id))).toBeDefined();
  expect(await listInvitations(workspaceId)).toEqual([]);
  expect(await describeUser(user)).toMatchObject({ invitations: [] });
  for (const attempt of [
    () => acceptInvitation(user, workspaceId),
    () => declineInvitation(user, workspaceId),
    () => cancelInvitation(workspaceId, id, ana),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  const renewed = await inviteAgent(workspaceId, user.email);
  expect(await listInvitations(workspaceId)).toEqual([renewed]);
  expect(await acceptInvitation(user, workspaceId)).toMatchObject({ role: 'agent' });
  expect(await listMembers(workspaceId)).toHaveLength(1);
});

describe('a canceled invitation', () => {
  it('a canceled invitation can be neither accepted nor canceled again', async () => {
    const workspaceId = await makeWorkspace();
    const user = await makeUser();
    const { id } = await inviteAgent(workspaceId, user.email);
    expect(await cancelInvitation(workspaceId, id, { role: 'admin' })).toEqual({ id, canceled: true });
    expect(await describeUser(user)).toMatchObject({ invitations: [] });
    await expect(acceptInvitation(user, workspaceId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(cancelInvitation(workspaceId, id, ana)).rejects.toMatchObject({ code: 'not_found' });
    await expect(inviteAgent(workspaceId, user.email)).resolves.toBeDefined();
  });

  it('only an Owner of the same workspace cancels the invitation of an Owner', async () => {
    const workspaceId = await makeWorkspace();
    const { id } = await invite(workspaceId, newId(), { email: newAddress(), role: 'owner' }, operator);
    await expect(cancelInvitation(workspaceId, id, { role: 'admin' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(cancelInvitation(await makeWorkspace(), id, ana)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listInvitations(workspaceId)).toHaveLength(1);
  });
});
