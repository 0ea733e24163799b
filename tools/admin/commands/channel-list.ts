import { defineCommand } from '../command.ts';
import { showAccounts } from './channel-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const channelList = defineCommand({
  words: ['channel', 'list'],
  summary: 'Lists the channel accounts of a workspace, without tokens and secrets.',
  operands: {},
  options: { workspace: workspaceId },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ workspace }) => {
    const { listChannelAccounts } = await import('../../../functions/domain/channels/connect.ts');
    return listChannelAccounts(workspace);
  },
  show: showAccounts,
});
