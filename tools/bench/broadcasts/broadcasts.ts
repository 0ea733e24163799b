import { alignColumns } from '../../terminal/layout.ts';
import type { OperationLogLine } from '../log-lines.ts';
import { logProgress } from '../run.ts';
import { percentile } from '../statistics.ts';
import { isFullyReported, launchBroadcast, pollBroadcast, type Snapshot } from './progress.ts';
import { readSentByChannel, resetSentByChannel, type SentByChannel } from './sent-by-channel.ts';
import { type BroadcastService, type BroadcastWorkspace, setSendRate, withBroadcastWorkspace } from './workspace.ts';

interface BroadcastRow {
  what: string;
  recipients: number;
  /** The time from the call until the audience snapshot is complete. */
  prepareSeconds: number;
  sendSeconds: number;
  perSecond: number;
  busiestSecond: number;
  getBroadcastP50Ms: number;
  missing: number;
  duplicated: number;
  miscounted: number;
}

interface UnitsRow {
  what: string;
  operation: string;
  calls: number;
  readUnits: number;
  writeUnits: number;
}

interface BroadcastFindings {
  broadcasts: BroadcastRow[];
  units: UnitsRow[];
}

/** More than one machine can send. With more lanes, calls to the table would only wait for each other. */
const fastMessagesPerSecond = 160;

/** The API's limit for listed recipients. */
const listedMax = 1_000;

export const runBroadcasts = (recipients: number): Promise<BroadcastFindings> =>
  withBroadcastWorkspace(recipients, async (service, workspace) => {
    await setSendRate(workspace, service.simulatorUrl, fastMessagesPerSecond);
    logProgress(`A segment of ${recipients}, at full speed…`);
    const fast = await measure(
      service,
      workspace,
      'segment, new recipients',
      { segment_id: workspace.segmentId },
      recipients,
    );
    await setSendRate(workspace, service.simulatorUrl, undefined);
    const listed = workspace.contactIds.slice(0, listedMax);
    logProgress(`A list of ${listed.length}, at the default send rate…`);
    const paced = await measure(service, workspace, 'list, known recipients', { contact_ids: listed }, listed.length);
    return { broadcasts: [fast.row, paced.row], units: [...fast.units, ...paced.units] };
  });

const measure = async (
  service: BroadcastService,
  workspace: BroadcastWorkspace,
  what: string,
  audience: object,
  recipients: number,
): Promise<{ row: BroadcastRow; units: UnitsRow[] }> => {
  service.lines.length = 0;
  await resetSentByChannel(service.simulatorUrl, workspace.phoneNumberId);
  const { id } = await launchBroadcast(workspace.client, audience);
  const snapshots = await pollBroadcast(workspace.client, id, isFullyReported);
  const sent = await readSentByChannel(service.simulatorUrl, workspace.phoneNumberId);
  return {
    row: { what, recipients, ...measureTimes(snapshots), ...compareWithChannel(sent, snapshots, recipients) },
    units: toUnitsRows(what, service.lines, recipients),
  };
};

const measureTimes = (snapshots: Snapshot[]) => {
  const audienceReady = snapshots.find(({ broadcast }) => broadcast.accepted === snapshots.at(-1)?.broadcast.accepted);
  const last = snapshots.at(-1)?.broadcast;
  const sendSeconds = (Date.parse(last?.completed_at ?? '') - Date.parse(last?.started_at ?? '')) / 1_000;
  const tookMs = snapshots.map((snapshot) => snapshot.tookMs);
  return {
    prepareSeconds: (audienceReady?.atMs ?? Number.NaN) / 1_000,
    sendSeconds,
    perSecond: (last?.sent_count ?? 0) / sendSeconds,
    getBroadcastP50Ms: percentile(tookMs, 0.5),
  };
};

const compareWithChannel = (sent: SentByChannel, snapshots: Snapshot[], recipients: number) => ({
  busiestSecond: sent.busiestSecond,
  missing: recipients - sent.messagesByRecipient.size,
  duplicated: [...sent.messagesByRecipient.values()].filter((count) => count > 1).length,
  miscounted: Math.abs((snapshots.at(-1)?.broadcast.sent_count ?? 0) - sent.messages),
});

const toUnitsRows = (what: string, lines: OperationLogLine[], recipients: number): UnitsRow[] => {
  const operations = [...new Set(lines.flatMap(({ operation }) => operation ?? []))];
  return operations
    .filter((operation) => operation !== 'getBroadcast')
    .map((operation) => {
      const operationLines = lines.filter((line) => line.operation === operation);
      const perRecipient = (name: 'read_units' | 'write_units') =>
        sumValues(operationLines.map((line) => line[name])) / recipients;
      const units = { readUnits: perRecipient('read_units'), writeUnits: perRecipient('write_units') };
      return { what, operation, calls: operationLines.length, ...units };
    });
};

const sumValues = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

export const formatBroadcasts = ({ broadcasts, units }: BroadcastFindings): string => {
  const rows = broadcasts.map(({ what, recipients, missing, duplicated, miscounted, ...times }) => [
    what,
    String(recipients),
    times.prepareSeconds.toFixed(1),
    times.sendSeconds.toFixed(1),
    times.perSecond.toFixed(0),
    String(times.busiestSecond),
    times.getBroadcastP50Ms.toFixed(0),
    ...[missing, duplicated, miscounted].map(String),
  ]);
  const costs = units.map(({ what, operation, calls, readUnits, writeUnits }) => [
    what,
    operation,
    String(calls),
    readUnits.toFixed(2),
    writeUnits.toFixed(2),
  ]);
  return [
    [
      [
        'broadcast',
        'recipients',
        'prepare s',
        'send s',
        'per second',
        'busiest second',
        'GET p50 ms',
        'missing',
        'duplicated',
        'miscounted',
      ],
      ...rows,
    ],
    [['per recipient', 'function', 'calls in all', 'read units', 'write units'], ...costs],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};
