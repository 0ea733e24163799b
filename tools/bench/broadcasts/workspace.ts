import { makeSegment, seedContacts, seededTagFilter } from '../endpoints/large-workspace.ts';
import type { BenchWorkspace } from '../endpoints/workspace.ts';
import type { OperationLogLine } from '../log-lines.ts';
import { logProgress, withService, withTempDir } from '../run.ts';
import { type BenchService, shortVisibilitySeconds, startService } from '../service.ts';
import { warmUp } from './progress.ts';

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

export interface BroadcastService extends Omit<BenchService, 'lines'> {
  lines: OperationLogLine[];
  killSenders: () => Promise<void>;
}

/** This process gets the environment of checkBroadcast as well, to call its verbs. */
export const startBroadcastService = async (assemblyDir: string): Promise<BroadcastService> => {
  const lines: OperationLogLine[] = [];
  const service = await startService(assemblyDir, {
    visibilitySecondsMax: shortVisibilitySeconds,
    onLine: (line) => {
      lines.push(line);
      if (line.level === 'error') logError(line);
    },
  });
  Object.assign(process.env, service.local.readEnvironment('checkBroadcast'));
  return { ...service, lines, killSenders: () => service.local.kill('sendBroadcast') };
};

/** On an overloaded machine calls time out, which explains odd numbers. */
const logError = ({ operation = '', message = '', error }: OperationLogLine): void =>
  logProgress(`  ${[operation, message, error?.name, error?.message].filter(Boolean).join(' ').slice(0, 160)}`);
