import { defineCommand } from '../command.ts';
import { showBroadcasts } from './broadcast-view.ts';
import { workspaceId } from './workspace-parameters.ts';

const limit = 100;

export const broadcastList = defineCommand({
  words: ['broadcast', 'list'],
  summary: `Lists the newest ${limit} broadcasts of a workspace, with what became of their messages so far.`,
  operands: {},
  options: { workspace: workspaceId },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ workspace }) => {
    const { listBroadcasts } = await import('../../../functions/domain/broadcasts/broadcasts.ts');
    return listBroadcasts(workspace, limit);
  },
  show: showBroadcasts,
});
