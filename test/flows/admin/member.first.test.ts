import { describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../../functions/domain/members/received-invitations.ts';
import { authenticateUser, createSession } from '../../../functions/domain/members/sessions.ts';
import { createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';
import { laptop, makeMember, makeUser, makeWorkspace, newAddress } from '../../support/dashboard/members.ts';

const member = (verb: string, workspace: string, ...argv: string[]) =>
  runServiceAdmin(['member', verb, '--workspace', workspace, ...argv]);
const invite = (workspace: string, email: string, role: string, ...argv: string[]) =>
  member('invite', workspace, '--email', email, '--role', role, ...argv);
const list = async (workspace: string) =>
  readResult<{ members: Record<string, unknown>[]; invitations: Record<string, unknown>[] }>(
    await member('list', workspace, '--json'),
  );

const unknownId = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90789';

describe('member invite', () => {
  it('member invite brings in the first Owner of a workspace', async () => {
    const workspace = await createWorkspace();
    const user = await makeUser();
    const invitation = readResult(await invite(workspace, ` ${user.email.toUpperCase()}`, 'owner', '--json'));
    expect(invitation).toMatchObject({ email: user.email, role: 'owner', invited_by: 'Switchboard' });
    expect(await list(workspace)).toEqual({ members: [], invitations: [invitation] });
    await acceptInvitation(user, workspace);
    const members = [{ user_id: user.id, role: 'owner', email: user.email }];
    expect(await list(workspace)).toMatchObject({ members, invitations: [] });
  });

  it('member invite prints the invitation, and member list shows people and invitations as tables', async () => {
    const workspace = await makeWorkspace();
    const empty = 'This workspace has no members.\n\nIt has no open invitations.\n';
    expect((await member('list', workspace)).stdout).toBe(empty);
    const { userId } = await makeMember(workspace, 'admin');
    const email = newAddress();
    const invited = (await invite(workspace, email, 'agent')).stdout;
    expect(invited).toMatch(new RegExp(`^id +\\S+\nemail +${email}\nrole +agent`));
    const { stdout } = await member('list', workspace);
    expect(stdout).toMatch(new RegExp(`^user_id .*\n${userId} +admin .* never\n\nid .*\n\\S+ +agent +${email} `));
  });
});

it('member cancel withdraws the invitation of an Owner', async () => {
  const workspace = await makeWorkspace();
  const { id } = readResult(await invite(workspace, newAddress(), 'owner', '--json'));
  expect(await member('cancel', workspace, String(id))).toMatchObject({ stdout: 'The invitation is canceled.\n' });
  expect((await list(workspace)).invitations).toEqual([]);
  expect((await member('cancel', workspace, String(id))).stderr).toBe('There is no such invitation.\n');
});

describe('member role and member remove', () => {
  it('member role changes the role and refuses to demote the last Owner', async () => {
    const workspace = await makeWorkspace();
    const { userId } = await makeMember(workspace, 'agent');
    const changed = readResult(await member('role', workspace, userId, '--role', 'owner', '--json'));
    expect(changed).toMatchObject({ user_id: userId, role: 'owner' });
    const { code, stderr } = await member('role', workspace, userId, '--role', 'agent');
    expect([code, stderr]).toEqual([1, 'A workspace needs an Owner. Make another member an Owner first.\n']);
  });

  it('member remove removes a member and refuses to remove the last Owner', async () => {
    const workspace = await makeWorkspace();
    const [owner, agent] = [await makeMember(workspace, 'owner'), await makeMember(workspace, 'agent')];
    expect(await member('remove', workspace, agent.userId)).toMatchObject({ stdout: 'The member is removed.\n' });
    expect((await member('remove', workspace, owner.userId)).stderr).toContain('needs an Owner');
    expect((await list(workspace)).members).toMatchObject([{ user_id: owner.userId }]);
  });
});

describe('session end', () => {
  const end = (...argv: string[]) => runServiceAdmin(['session', 'end', ...argv]);

  it('session end signs a person out everywhere, by user or by address', async () => {
    const workspace = await makeWorkspace();
    const [ana, ben] = [await makeMember(workspace, 'agent'), await makeMember(workspace, 'agent')];
    const cookies = await Promise.all(
      [ana, ana, ben].map(async ({ userId }) => (await createSession(userId, laptop)).cookie),
    );
    const ended = await end('--workspace', workspace, '--email', ana.email.toUpperCase());
    expect(ended).toMatchObject({ code: 0, stdout: '2 sessions have ended.\n' });
    const signedIn = await Promise.all(cookies.map(authenticateUser));
    expect(signedIn.map((result) => result?.user.id)).toEqual([undefined, undefined, ben.userId]);
    expect(readResult(await end('--user', ben.userId, '--json'))).toEqual({ user_ids: [ben.userId], ended: 1 });
    expect(await authenticateUser(String(cookies[2]))).toBeUndefined();
  });

  it('session end refuses the address of a person who is no member of the workspace', async () => {
    const { email } = await makeMember(await makeWorkspace(), 'agent');
    const refused = await end('--workspace', await makeWorkspace(), '--email', email);
    expect(refused).toMatchObject({ code: 1, stderr: 'There is no such member.\n' });
  });

  it.each([[[]], [['--user', unknownId, '--email', 'ana@acme.example', '--workspace', unknownId]]])(
    'session end with the options %j must name one person',
    async (argv) => {
      const stderr = expect.stringContaining('Name one person: --user, or --email and --workspace.');
      expect(await end(...argv)).toMatchObject({ code: 2, stderr });
    },
  );
});
