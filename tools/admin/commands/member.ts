import type { Command } from 'commander';
import * as z from 'zod';
import { notFound } from '../../../functions/model/api-error.ts';
import { type Invitation, type Member, roles } from '../../../functions/model/members/member.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { AdminError } from '../admin-error.ts';
import { placeholderIds } from '../command-text.ts';
import { operate } from '../operate.ts';
import type { Run, Screen } from '../run.ts';
import { email, id } from '../values.ts';
import { addNoun, argument, option, required, verb, workspace } from '../verb.ts';

const userId = argument('The member (see member list).', id);
const role = z.enum(roles);

export const addMemberCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'member', 'People who use the dashboard of a workspace, and their roles.', [
    verb('invite', 'Invite a person, who joins by signing in with the address. The first Owner comes in this way.', {
      input: {
        workspace,
        email: required('<address>', 'The address, which the person must have verified.', email),
        role: required('<role>', 'What the person may do.', role),
      },
      example: '--email ana@acme.example --role owner',
      act: ({ workspace, ...body }) => operate('members/createInvitation', { workspace, as: 'Switchboard', body }),
      show: formatFields,
    }),
    verb('cancel', 'Cancel an invitation, for example one with a wrong address.', {
      input: { invitationId: argument('The invitation (see member list).', id), workspace },
      example: placeholderIds.invitation,
      act: ({ invitationId, workspace }) =>
        operate('members/cancelInvitation', { workspace, params: { id: invitationId } }),
      show: () => 'The invitation is canceled.',
    }),
    verb('list', "List a workspace's members and its open invitations.", {
      input: { workspace },
      act: ({ workspace }) => listAll(workspace),
      show: showAll,
    }),
    verb('role', "Change a member's role, from their next request on. The last Owner stays Owner.", {
      input: { userId, workspace, role: required('<role>', 'The new role.', role) },
      example: `${placeholderIds.user} --role admin`,
      act: ({ userId, workspace, ...body }) =>
        operate('members/updateMember', { workspace, params: { user_id: userId }, body }),
      show: showMember,
    }),
    verb(
      'remove',
      'Remove a member: their next request is refused, their invitations end, and the API keys they created keep working.',
      {
        input: { userId, workspace },
        example: placeholderIds.user,
        act: ({ userId, workspace }) => operate('members/removeMember', { workspace, params: { user_id: userId } }),
        show: () => 'The member is removed.',
      },
    ),
  ]);

const listAll = async (workspace: string): Promise<{ members: Member[]; invitations: Invitation[] }> => {
  const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  await getStoredWorkspace(workspace);
  const members = await operate('members/listMembers', { workspace });
  return { members, invitations: await operate('members/listInvitations', { workspace }) };
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

interface Person {
  user?: string | undefined;
  email?: string | undefined;
  workspace?: string | undefined;
}

const namesOnePerson = ({ user, email, workspace }: Person): boolean =>
  user === undefined ? email !== undefined && workspace !== undefined : email === undefined && workspace === undefined;

export const addSessionCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'session', 'Browsers in which people are signed in to the dashboard.', [
    verb('end', 'Sign a person out of every browser. To keep them out, remove them or disable them at the issuer.', {
      input: {
        user: option('<user-id>', 'The person (see member list).', id.optional()),
        email: option('<address>', 'The person, by the address of a member of --workspace.', email.optional()),
        workspace: option('<workspace-id>', 'A workspace of the person, with --email.', id.optional()),
      },
      check: [namesOnePerson, 'Name one person: --user, or --email and --workspace.'],
      example: `--workspace ${placeholderIds.workspace} --email ana@acme.example`,
      act: async (input) => {
        const userIds = await findUserIds(input);
        const { endAllSessions } = await import('../../../functions/domain/members/sessions.ts');
        const results = await Promise.all(userIds.map((userId) => endAllSessions(userId)));
        return { user_ids: userIds, ended: results.reduce((sum, { ended }) => sum + ended, 0) };
      },
      show: ({ ended }) => `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`,
    }),
  ]);

/** People who come from different issuers may have the same address. */
const findUserIds = async ({ user, email: address, workspace }: Person): Promise<string[]> => {
  if (user !== undefined || workspace === undefined) return user === undefined ? [] : [user];
  const members = (await operate('members/listMembers', { workspace })).filter(({ email }) => email === address);
  if (members.length === 0) throw notFound('member');
  return members.map(({ user_id }) => user_id);
};

export const addIdentityCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'identity', 'The issuer at which people sign in to the dashboard.', [
    verb('check', 'Walk through discovery, keys, client secret and redirect URI, and say what is wrong.', {
      example: '--env production',
      act: async () => {
        const { readSignInSettings } = await import('../identity/sign-in-settings.ts');
        const { checkIdentity } = await import('../identity/check-identity.ts');
        const settings = await readSignInSettings();
        const steps = await checkIdentity(settings);
        const faults = steps.flatMap(({ step, fault }) => (fault === null ? [] : `${step}: ${fault}`));
        if (faults.length > 0) throw new AdminError('identity_fault', faults.join('\n'));
        const { issuer, dashboardUrl: dashboard_url } = settings;
        return { issuer, dashboard_url, steps: steps.map(({ step }) => step) };
      },
      show: ({ issuer, dashboard_url, steps }) =>
        `People can sign in to ${dashboard_url} at ${issuer}: ${steps.join(', ')}.`,
    }),
  ]);
