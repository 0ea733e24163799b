import { type Command, Option } from 'commander';
import * as z from 'zod';
import { notFound } from '../../../functions/model/api-error.ts';
import { type Invitation, type Member, roles } from '../../../functions/model/members/member.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { AdminError } from '../admin-error.ts';
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

export const addSessionCommands = (program: Command, run: Run): void => {
  const session = program.command('session').description('Browsers in which people are signed in to the dashboard.');
  addEnd(session, run);
};

const person = z
  .object({ user: id.optional(), email: email.optional(), workspace: id.optional() })
  .refine(
    ({ user, email, workspace }) =>
      user === undefined
        ? email !== undefined && workspace !== undefined
        : email === undefined && workspace === undefined,
    'Name one person: --user, or --email and --workspace.',
  );

const addEnd = (session: Command, run: Run): void => {
  session
    .command('end')
    .description('Sign a person out of every browser. To keep them out, remove them or disable them at the issuer.')
    .option('--user <user-id>', 'The person (see member list).')
    .option('--email <address>', 'The person, by the address of a member of --workspace.')
    .option('--workspace <workspace-id>', 'A workspace of the person, with --email.')
    .addHelpText('after', exampleHelp(`session end --workspace ${exampleIds.workspace} --email ana@acme.example`))
    .action(
      run(
        person,
        async (input) => {
          const userIds = await findUserIds(input);
          const { endAllSessions } = await import('../../../functions/domain/members/sessions.ts');
          const results = await Promise.all(userIds.map((userId) => endAllSessions(userId)));
          return { user_ids: userIds, ended: results.reduce((sum, { ended }) => sum + ended, 0) };
        },
        ({ ended }) => `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`,
      ),
    );
};

/** People who come from different issuers may have the same address. */
const findUserIds = async ({ user, email: address, workspace }: z.output<typeof person>): Promise<string[]> => {
  if (user !== undefined || workspace === undefined) return user === undefined ? [] : [user];
  const { listMembers } = await import('../../../functions/domain/members/members.ts');
  const members = (await listMembers(workspace)).filter((member) => member.email === address);
  if (members.length === 0) throw notFound('member');
  return members.map(({ user_id }) => user_id);
};

export const addIdentityCommands = (program: Command, run: Run): void => {
  const identity = program.command('identity').description('The issuer at which people sign in to the dashboard.');
  addCheck(identity, run);
};

const addCheck = (identity: Command, run: Run): void => {
  identity
    .command('check')
    .description('Walk through discovery, keys, client secret and redirect URI, and say what is wrong.')
    .addHelpText('after', exampleHelp('identity check --env production'))
    .action(
      run(
        z.object({}),
        async () => {
          const { readSignInSettings } = await import('../identity/sign-in-settings.ts');
          const { checkIdentity } = await import('../identity/check-identity.ts');
          const settings = await readSignInSettings();
          const steps = await checkIdentity(settings);
          const faults = steps.flatMap(({ step, fault }) => (fault === null ? [] : `${step}: ${fault}`));
          if (faults.length > 0) throw new AdminError('identity_fault', faults.join('\n'));
          return {
            issuer: settings.issuer,
            dashboard_url: settings.dashboardUrl,
            steps: steps.map(({ step }) => step),
          };
        },
        ({ issuer, dashboard_url, steps }) =>
          `People can sign in to ${dashboard_url} at ${issuer}: ${steps.join(', ')}.`,
      ),
    );
};
