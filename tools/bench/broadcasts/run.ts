import { logProgress, withService, withTempDir } from '../run.ts';
import { warmUp } from './progress.ts';
import { type BroadcastWorkspace, makeBroadcastWorkspace } from './sender.ts';
import { type BroadcastService, startBroadcastService } from './service.ts';

export const withBroadcastWorkspace = <Findings>(
  recipients: number,
  run: (service: BroadcastService, workspace: BroadcastWorkspace) => Promise<Findings>,
): Promise<Findings> =>
  withTempDir((tempDir) =>
    withService(
      () => startBroadcastService(tempDir),
      async (service) => {
        logProgress(`Creating ${recipients} contacts…`);
        const workspace = await makeBroadcastWorkspace(await service.makeWorkspace(), recipients);
        await warmUp(workspace.client);
        const findings = await run(service, workspace);
        workspace.client.close();
        return findings;
      },
    ),
  );
