import { setTimeout as wait } from 'node:timers/promises';
import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Client } from '../client.ts';
import { makeSegment } from '../endpoints/scenario.ts';
import type { BenchWorkspace } from '../endpoints/workspace.ts';
import { seedItems } from '../lists/seed.ts';
import type { OperationLogLine } from '../log-lines.ts';
import {
  type BenchService,
  logProgress,
  shortVisibilitySeconds,
  startService,
  withService,
  withTempDir,
} from '../service.ts';

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
}

const makeBroadcastWorkspace = async (workspace: BenchWorkspace, contacts: number): Promise<BroadcastWorkspace> => {
  await seedContacts(workspace.id, contacts);
  const input = {
    name: 'All contacts',
    kind: 'dynamic',
    filter: { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'seeded' }] },
  };
  return { ...workspace, segmentId: await makeSegment(workspace.client, input) };
};

/** Reconnects the number. */
export const setSendRate = async (
  { id, phoneNumberId }: BenchWorkspace,
  simulatorUrl: string,
  messages_per_second: number,
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
    messages_per_second,
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

export const launchBroadcast = async (client: Client, audience: object): Promise<Broadcast> => {
  const input = { name: 'Bench', template: { name: 'hello_world' }, ...audience };
  const { status, json } = await client.call('POST', '/broadcasts', input);
  if (status !== 202) throw new Error(`POST /broadcasts returned ${JSON.stringify(json)}.`);
  return (json as { data: Broadcast }).data;
};

const pollIntervalMs = 250;
const progressIntervalMs = 5_000;
const timeoutMs = 900_000;

export const pollBroadcast = async (
  client: Client,
  id: string,
  isDone: (broadcast: Broadcast) => boolean | Promise<boolean>,
): Promise<Broadcast> => {
  const startedMs = Date.now();
  for (let lastProgressMs = startedMs; ; await wait(pollIntervalMs)) {
    const { status, json } = await client.call('GET', `/broadcasts/${id}`);
    if (status !== 200) {
      logProgress(`  GET /broadcasts/${id} returned ${JSON.stringify(json)}`);
      continue;
    }
    const { data: broadcast } = json as { data: Broadcast };
    if (await isDone(broadcast)) return broadcast;
    if (Date.now() - startedMs > timeoutMs)
      throw new Error(`Timed out after ${timeoutMs / 1_000} s: ${formatProgress(broadcast)}.`);
    if (Date.now() - lastProgressMs < progressIntervalMs) continue;
    lastProgressMs = Date.now();
    logProgress(`  ${formatProgress(broadcast)}`);
  }
};

/** DynamoDB Local is three times slower in its first minute. */
const warmUp = async (client: Client): Promise<void> => {
  const recipients = Array.from({ length: warmUpMessages }, (_, n) => ({ to: `+49151${String(19_000_000 + n)}` }));
  logProgress(`Warming up with ${warmUpMessages} messages…`);
  const { id } = await launchBroadcast(client, { recipients });
  await pollBroadcast(client, id, ({ accepted, delivered_count }) => delivered_count > 0.9 * accepted);
};

const warmUpMessages = 600;

const formatProgress = ({ status, accepted, sent_count, delivered_count, failed_count }: Broadcast): string =>
  `${status}: ${sent_count} of ${accepted} sent, ${delivered_count} delivered, ${failed_count} failed`;

/** Writes the API's items in batches past the domain: 10,000 transactions would take minutes. */
const seedContacts = async (workspaceId: string, count: number): Promise<void> => {
  const { createContact, newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { newContactParts } = await import('../../../functions/table/contacts/contact-writes.ts');
  const { tagContactPart } = await import('../../../functions/table/contacts/tags.ts');
  const first = await createContact(workspaceId, newId(), { phone: '+4915112000000', tags: ['seeded'] });
  const contacts = Array.from({ length: count - 1 }, (_, n) => ({
    ...newContact(newId(), { name: `Person ${n}`, email: `person.${n}@example.com` }),
    phone: `+49151${String(20_000_000 + n)}`,
    channels: ['msgapp' as const],
    tags: first.contact.tags,
  }));
  const parts = contacts.flatMap((contact) => [
    ...newContactParts(workspaceId, contact),
    ...contact.tags.map((tag) => tagContactPart(workspaceId, tag.id, contact.id)),
  ]);
  await seedItems(parts.flatMap((part) => ('Put' in part && part.Put.Item ? [part.Put.Item] : [])));
};
