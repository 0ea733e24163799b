import { makeSegment, seedContacts, seededTagFilter } from '../endpoints/large-workspace.ts';
import type { BenchWorkspace } from '../endpoints/workspace.ts';
import { logProgress, withService, withTempDir } from '../run.ts';
import { warmUp } from './progress.ts';
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

export interface BroadcastWorkspace extends BenchWorkspace {
  segmentId: string;
  contactIds: string[];
}

const makeBroadcastWorkspace = async (workspace: BenchWorkspace, contacts: number): Promise<BroadcastWorkspace> => {
  const contactIds = await seedContacts(workspace.id, contacts);
  const input = { name: 'All contacts', kind: 'dynamic', filter: seededTagFilter };
  return { ...workspace, contactIds, segmentId: await makeSegment(workspace.client, input) };
};

/** Reconnects the number; `undefined` restores the default rate. */
export const setSendRate = async (
  { id, phoneNumberId }: BenchWorkspace,
  simulatorUrl: string,
  messagesPerSecond: number | undefined,
): Promise<void> => {
  const { connectMsgapp } = await import('../../../functions/domain/channels/connect.ts');
  const response = await fetch(`${simulatorUrl}/accounts`);
  const { data } = (await response.json()) as { data: SimulatedAccount[] };
  const account = data.find((candidate) => candidate.id === phoneNumberId);
  if (!account) throw new Error(`The simulator does not know the number ${phoneNumberId}.`);
  const { waba_id, access_token } = account;
  await connectMsgapp(id, {
    phone_number_id: phoneNumberId,
    waba_id,
    access_token,
    base_url: simulatorUrl,
    api_version: 'v25.0',
    ...(messagesPerSecond === undefined ? {} : { messages_per_second: messagesPerSecond }),
  });
};

interface SimulatedAccount {
  id: string;
  waba_id: string;
  access_token: string;
}
