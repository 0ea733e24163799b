import type { Command } from 'commander';
import * as z from 'zod';
import { notFound } from '../../../functions/model/api-error.ts';
import { exampleHelp, exampleIds } from '../command-text.ts';
import type { Run } from '../run.ts';
import { email, id } from '../values.ts';

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
