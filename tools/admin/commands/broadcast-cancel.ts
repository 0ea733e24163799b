import { defineCommand } from '../command.ts';
import { broadcastId } from './broadcast-parameters.ts';
import { showCanceled } from './broadcast-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const broadcastCancel = defineCommand({
  words: ['broadcast', 'cancel'],
  summary: 'Stops a broadcast: whoever has not been written to fails as canceled. What was sent stays sent.',
  operands: { broadcast: broadcastId },
  options: { workspace: workspaceId },
  example: '0199f3a4-2222-7e8f-8b13-1a2b3c4d5e6f --workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ broadcast, workspace }) => {
    const { cancelBroadcast } = await import('../../../functions/domain/broadcasts/broadcasts.ts');
    return cancelBroadcast(workspace, broadcast);
  },
  show: showCanceled,
});
