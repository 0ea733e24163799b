import { recipientStatuses } from '../../../functions/model/broadcast.ts';
import { defineStream } from '../command.ts';
import { readChoice } from '../values.ts';
import { broadcastId } from './broadcast-parameters.ts';
import { recipientsAsCsv, showRecipients } from './recipient-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const broadcastRecipients = defineStream({
  words: ['broadcast', 'recipients'],
  summary: 'Lists what became of each recipient of a broadcast, in the order of the audience.',
  operands: { broadcast: broadcastId },
  options: {
    workspace: workspaceId,
    status: {
      placeholder: recipientStatuses.join('|'),
      about: [
        'Only recipients of this status.',
        'pending: not written to yet, or to be tried again; sending: no answer of the channel yet.',
        'failed: see the reason; its code is ours, such as plan_limit_reached, or a number of the channel.',
      ].join('\n'),
      read: (typed, name) => readChoice(typed, name, recipientStatuses),
    },
    csv: {
      placeholder: '',
      about:
        'Print CSV. What a spreadsheet could take for a formula has an apostrophe before it; phone numbers are bare.',
      isFlag: true,
      read: () => true,
    },
  },
  example:
    '0199f3a4-2222-7e8f-8b13-1a2b3c4d5e6f --workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123 --status failed ' +
    '--csv > failed.csv',
  run: async ({ broadcast, workspace, status }) => {
    const { listRecipients } = await import('../../../functions/domain/broadcasts/list-recipients.ts');
    return listRecipients(workspace, broadcast, status);
  },
  show: (pages, { csv }) => (csv ? recipientsAsCsv(pages) : showRecipients(pages)),
});
