import { type Command, Option } from 'commander';
import * as z from 'zod';
import { type Invitation, type Member, roles } from '../../../functions/model/members/member.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { email, id } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/members/members.ts');
const loadInvitationVerbs = () => import('../../../functions/domain/members/invitations.ts');

export const addMemberCommands = (program: Command, run: Run): void => {
  const member = program.command('member').description('People who use the dashboard of a workspace, and their roles.');
  addInvite(member, run);
  addCancel(member, run);
  addList(member, run);
  addRole(member, run);
  addRemove(member, run);
};

/** The rights of an Owner, without being a member. */
const operator = { name: 'Switchboard', role: 'owner' } as const;
const operatorOf = (workspaceId: string) => ({ workspaceId, role: operator.role });

const role = z.enum(roles);
const roleOption = (description: string) =>
  new Option('--role <role>', description).choices(roles).makeOptionMandatory();

const userArgument = ['<user-id>', 'The member (see member list).'] as const;

const addInvite = (member: Command, run: Run): void => {
  member
    .command('invite')
    .description('Invite a person, who joins by signing in with the address. The first Owner comes in this way.')
    .requiredOption(...workspaceOption)
    .requiredOption('--email <address>', 'The address, which the person must have verified.')
    .addOption(roleOption('What the person may do.'))
    .addHelpText(
      'after',
      exampleHelp(`member invite --workspace ${exampleIds.workspace} --email ana@acme.example --role owner`),
    )
    .action(
      run(
        z.object({ workspace: id, email, role }),
        async ({ workspace, ...input }) => (await loadInvitationVerbs()).invite(workspace, newId(), input, operator),
        formatFields,
      ),
    );
};

const addCancel = (member: Command, run: Run): void => {
  member
    .command('cancel')
    .description('Cancel an invitation, for example one with a wrong address.')
    .argument('<invitation-id>', 'The invitation (see member list).')
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`member cancel ${exampleIds.invitation} --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ invitationId: id, workspace: id }),
        async ({ invitationId, workspace }) =>
          (await loadInvitationVerbs()).cancelInvitation(workspace, invitationId, operator),
        () => 'The invitation is canceled.',
      ),
    );
};

const addList = (member: Command, run: Run): void => {
  member
    .command('list')
    .description("List a workspace's members and its open invitations.")
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`member list --workspace ${exampleIds.workspace}`))
    .action(run(z.object({ workspace: id }), ({ workspace }) => listAll(workspace), showAll));
};

const addRole = (member: Command, run: Run): void => {
  member
    .command('role')
    .description("Change a member's role, from their next request on. The last Owner stays Owner.")
    .argument(...userArgument)
    .requiredOption(...workspaceOption)
    .addOption(roleOption('The new role.'))
    .addHelpText(
      'after',
      exampleHelp(`member role ${exampleIds.user} --workspace ${exampleIds.workspace} --role admin`),
    )
    .action(
      run(
        z.object({ userId: id, workspace: id, role }),
        async ({ userId, workspace, role }) => (await loadVerbs()).changeRole(operatorOf(workspace), userId, role),
        showMember,
      ),
    );
};

const addRemove = (member: Command, run: Run): void => {
  member
    .command('remove')
    .description(
      'Remove a member: their next request is refused, their invitations end, and the API keys they created keep working.',
    )
    .argument(...userArgument)
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`member remove ${exampleIds.user} --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ userId: id, workspace: id }),
        async ({ userId, workspace }) => (await loadVerbs()).removeMember(operatorOf(workspace), userId),
        () => 'The member is removed.',
      ),
    );
};

const listAll = async (workspaceId: string): Promise<{ members: Member[]; invitations: Invitation[] }> => {
  const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  await getStoredWorkspace(workspaceId);
  const [{ listMembers }, { listInvitations }] = [await loadVerbs(), await loadInvitationVerbs()];
  return { members: await listMembers(workspaceId), invitations: await listInvitations(workspaceId) };
};

const showAll = (
  { members, invitations }: { members: Member[]; invitations: Invitation[] },
  { width }: Screen,
): string =>
  [
    members.length === 0 ? 'This workspace has no members.' : formatTable(members.map(toRow), memberColumns, width),
    invitations.length === 0 ? 'It has no open invitations.' : formatTable(invitations, invitationColumns, width),
  ].join('\n\n');

const memberColumns = ['user_id', 'role', 'email', 'name', 'joined_at', 'last_seen_at'] as const;
const invitationColumns = ['id', 'role', 'email', 'invited_by', 'created_at', 'expires_at'] as const;

const showMember = (member: Member): string => formatFields(toRow(member));

const toRow = (member: Member) => ({ ...member, last_seen_at: member.last_seen_at ?? 'never' });
