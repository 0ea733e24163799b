import { type Command, Option } from 'commander';
import * as z from 'zod';
import { type Broadcast, recipientStatuses } from '../../../functions/model/broadcasts/broadcast.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import { formatRecipients, formatRecipientsCsv } from '../recipients.ts';
import type { Run, Screen } from '../run.ts';
import { id } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/broadcasts/broadcasts.ts');

export const addBroadcastCommands = (program: Command, run: Run): void => {
  const broadcast = program
    .command('broadcast')
    .description('One message to many recipients: progress, recipients, cancel.');
  addList(broadcast, run);
  addCancel(broadcast, run);
  addRecipients(broadcast, run);
};

const broadcastId = ['<broadcast-id>', 'The broadcast (see broadcast list).'] as const;

const listedMax = 100;

const addList = (broadcast: Command, run: Run): void => {
  broadcast
    .command('list')
    .description(`List the newest ${listedMax} broadcasts of a workspace, with their counters.`)
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`broadcast list --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspace: id }),
        async ({ workspace }) => (await loadVerbs()).listNewestBroadcasts(workspace, listedMax),
        showBroadcasts,
      ),
    );
};

const addCancel = (broadcast: Command, run: Run): void => {
  broadcast
    .command('cancel')
    .description('Stop a broadcast: messages not yet sent fail as canceled, sent messages stay sent.')
    .argument(...broadcastId)
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`broadcast cancel ${exampleIds.broadcast} --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ broadcastId: id, workspace: id }),
        async (input) => (await loadVerbs()).cancelBroadcast(input.workspace, input.broadcastId),
        showCanceled,
      ),
    );
};

const statusHelp =
  'Only recipients with this status. Pending is not sent yet or waiting for a retry; sending has no response from the ' +
  'channel yet; canceled was not called in time. The reason code of a failure is ours, such as plan_limit_reached, or ' +
  'a number of the channel.';

const addRecipients = (broadcast: Command, run: Run): void => {
  broadcast
    .command('recipients')
    .description('List the outcome for each recipient of a broadcast, in the order of the audience.')
    .argument(...broadcastId)
    .requiredOption(...workspaceOption)
    .addOption(new Option('--status <status>', statusHelp).choices(recipientStatuses))
    .option('--csv', 'Print CSV. What looks like a formula gets an apostrophe; phone numbers do not.')
    .addHelpText(
      'after',
      exampleHelp(
        `broadcast recipients ${exampleIds.broadcast} --workspace ${exampleIds.workspace} --status failed --csv > failed.csv`,
      ),
    )
    .action(
      run(
        z.object({
          broadcastId: id,
          workspace: id,
          status: z.enum(recipientStatuses).optional(),
          csv: z.boolean().default(false),
        }),
        async (input) => {
          const { readAllRecipients } = await import('../../../functions/domain/broadcasts/list-recipients.ts');
          return readAllRecipients(input.workspace, input.broadcastId, input.status);
        },
        (pages, _, { csv }) => (csv ? formatRecipientsCsv(pages) : formatRecipients(pages)),
      ),
    );
};

const showBroadcasts = (broadcasts: readonly Broadcast[], { width }: Screen): string =>
  broadcasts.length === 0
    ? 'This workspace has no broadcasts.'
    : formatTable(
        broadcasts.map((broadcast) => ({ ...toRow(broadcast), reason: broadcast.failure_reason?.message ?? null })),
        columns,
        width,
      );

const showCanceled = (broadcast: Broadcast): string =>
  [
    `Canceled: ${broadcast.sent_count} of ${broadcast.accepted} messages had been sent.`,
    'Messages on their way to the channel right now still go out; all others fail as canceled.',
    '',
    formatFields(toRow(broadcast)),
  ].join('\n');

/** Short names keep all counters on one line. */
const toRow = (broadcast: Broadcast) => ({
  id: broadcast.id,
  name: broadcast.name,
  status: broadcast.status,
  accepted: broadcast.accepted,
  rejected: broadcast.rejected,
  pending: broadcast.pending_count,
  sent: broadcast.sent_count,
  delivered: broadcast.delivered_count,
  read: broadcast.read_count,
  replied: broadcast.replied_count,
  failed: broadcast.failed_count,
  created_at: broadcast.created_at,
  scheduled_at: broadcast.scheduled_at,
  completed_at: broadcast.completed_at,
});

const columns = [
  'id',
  'name',
  'status',
  'accepted',
  'rejected',
  'pending',
  'sent',
  'delivered',
  'read',
  'replied',
  'failed',
  'created_at',
  'scheduled_at',
  'completed_at',
  'reason',
] as const;
