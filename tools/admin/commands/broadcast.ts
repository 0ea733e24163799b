import type { Command } from 'commander';
import * as z from 'zod';
import { readAllPages } from '../../../functions/domain/paging.ts';
import {
  type Broadcast,
  type RecipientReport,
  recipientStatuses,
} from '../../../functions/model/broadcasts/broadcast.ts';
import { toCsv } from '../../../functions/model/csv.ts';
import { queueUrlVariable } from '../../../functions/platform/env.ts';
import { formatFields, formatLine, formatTable } from '../../terminal/layout.ts';
import { placeholderIds } from '../command-text.ts';
import { operate } from '../operate.ts';
import type { Run, Screen } from '../run.ts';
import { id } from '../values.ts';
import { addNoun, argument, option, verb, workspace } from '../verb.ts';

const broadcastId = argument('The broadcast (see broadcast list).', id);

const listedMax = 100;

const statusHelp =
  'Only recipients with this status. Pending is not sent yet or waiting for a retry; sending has no response from the ' +
  'channel yet; canceled was not called in time. The reason code of a failure is ours, such as plan_limit_reached, or ' +
  'a number of the channel.';

export const addBroadcastCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'broadcast', 'One message to many recipients: progress, recipients, cancel, resume.', [
    verb('list', `List the newest ${listedMax} broadcasts of a workspace, with their counters.`, {
      input: { workspace },
      act: async ({ workspace }) => {
        const { listNewestBroadcasts } = await import('../../../functions/domain/broadcasts/broadcasts.ts');
        return listNewestBroadcasts(workspace, listedMax);
      },
      show: showBroadcasts,
    }),
    verb('cancel', 'Stop a broadcast: messages not yet sent fail as canceled, sent messages stay sent.', {
      input: { broadcastId, workspace },
      example: placeholderIds.broadcast,
      act: (input) =>
        operate('broadcasts/cancelBroadcast', { workspace: input.workspace, params: { id: input.broadcastId } }),
      show: showCanceled,
    }),
    verb('recipients', 'List the outcome for each recipient of a broadcast, in the order of the audience.', {
      input: {
        broadcastId,
        workspace,
        status: option('<status>', statusHelp, z.enum(recipientStatuses).optional()),
        csv: option(
          '',
          'Print CSV. What looks like a formula gets an apostrophe; phone numbers do not.',
          z.boolean().default(false),
        ),
      },
      example: `${placeholderIds.broadcast} --status failed --csv > failed.csv`,
      act: async (input) => {
        const { readAllRecipients } = await import('../../../functions/domain/broadcasts/list-recipients.ts');
        return readAllRecipients(input.workspace, input.broadcastId, input.status);
      },
      show: (pages, _, { csv }) => (csv ? formatRecipientsCsv(pages) : formatRecipients(pages)),
    }),
    verb('resume', 'Continue all broadcasts that are not completed, after a fail-over or a restore lost their jobs.', {
      input: { workspace: option('<id>', 'Only the broadcasts of this workspace.', id.optional()) },
      example: '--env production',
      act: async ({ workspace }) => resumeAll(workspace ? [workspace] : await listWorkspaceIds()),
      show: (resumed) =>
        resumed.length === 0
          ? 'All broadcasts are completed.'
          : `Resumed ${resumed.length}. Each continues within a minute; scheduled ones begin at their time.\n` +
            formatTable(resumed, ['workspace_id', 'id']),
    }),
  ]);

interface Resumed {
  workspace_id: string;
  id: string;
}

const resumeAll = async (workspaceIds: readonly string[]): Promise<Resumed[]> => {
  const queue = (await (await import('../queues.ts')).findQueues()).find(({ name }) => name === 'checkBroadcast');
  process.env[queueUrlVariable('checkBroadcast')] = queue?.url;
  const { resumeBroadcasts } = await import('../../../functions/domain/broadcasts/resume-broadcasts.ts');
  const resumed: Resumed[] = [];
  for (const workspace_id of workspaceIds)
    resumed.push(...(await resumeBroadcasts(workspace_id)).map((broadcast) => ({ workspace_id, id: broadcast })));
  return resumed;
};

const listWorkspaceIds = async (): Promise<string[]> => {
  const { listWorkspaces } = await import('../../../functions/domain/workspaces/workspaces.ts');
  return (await readAllPages(listWorkspaces, 100)).map((workspace) => workspace.id);
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

type Pages = AsyncIterable<readonly RecipientReport[]>;

const exportedColumns = [
  'phone',
  'status',
  'reason_code',
  'message_id',
  'conversation_id',
  'contact_id',
  'reason',
] as const satisfies (keyof RecipientReport)[];

/** Fixed, because a page is printed before the next one is read. */
const widths = [16, 9, 21, 36, 36, 36];

export async function* formatRecipients(pages: Pages): AsyncIterable<string> {
  let isEmpty = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    if (isEmpty) yield `${formatLine(exportedColumns, widths)}\n`;
    isEmpty = false;
    yield rows.map((row) => `${formatLine(toCells(row), widths)}\n`).join('');
  }
  if (isEmpty) yield 'There are no such recipients.\n';
}

/** Prints the header even without rows: an empty file would look like a failure. */
export async function* formatRecipientsCsv(pages: Pages): AsyncIterable<string> {
  yield toCsv([exportedColumns]);
  for await (const rows of pages) yield toCsv(rows.map(toCells));
}

const toCells = (row: RecipientReport): (string | null)[] => exportedColumns.map((column) => row[column]);
