import { inFolder, onStage, say } from '../run.ts';
import { warmUp } from './progress.ts';
import { makeSender, type Sender } from './sender.ts';
import { type BroadcastStage, openBroadcastStage } from './service.ts';

/** Runs with a service that is warm, and a workspace that has so many contacts to write to. */
export const withSender = <Findings>(
  recipients: number,
  run: (stage: BroadcastStage, sender: Sender) => Promise<Findings>,
): Promise<Findings> =>
  inFolder((folder) =>
    onStage(
      () => openBroadcastStage(folder),
      async (stage) => {
        say(`Making ${recipients} contacts…`);
        const sender = await makeSender(await stage.makeWorkspace(), recipients);
        await warmUp(sender.client);
        const findings = await run(stage, sender);
        sender.client.close();
        return findings;
      },
    ),
  );
