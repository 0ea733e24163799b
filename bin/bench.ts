import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints } from '../functions/api/endpoints.ts';
import { bundle } from '../lib/bundle.ts';
import { alignColumns, showFields } from './admin/layout.ts';
import { measureTalk, type TalkFindings } from './bench/conversations.ts';
import { type DeliveryFindings, measureDeliveries } from './bench/deliveries.ts';
import { showDeliveries } from './bench/delivery-report.ts';
import { openDeliveryStage } from './bench/delivery-stage.ts';
import { type EndpointRow, measureEndpoint } from './bench/endpoints.ts';
import { type GrowthRow, measureGrowth } from './bench/growth.ts';
import { openStage, type Stage } from './bench/stage.ts';
import { type BundleRow, measureStartUp } from './bench/start-up.ts';

const help = `Measures what a call costs: on the real bundles, through the local gateway.

  npm run bench                        every endpoint and every bundle
  npm run bench -- --only getMe,…      these endpoints alone
  npm run bench -- --calls 1000        calls per endpoint (200)
  npm run bench -- --rounds 31         starts per bundle (15)
  npm run bench -- --deliveries        webhooks instead: 100 endpoints, without and with hostile ones
  npm run bench -- --events 500        events of each load of --deliveries (200)
  npm run bench -- --talk              200 conversations sending and receiving for a minute, all accounted for
  npm run bench -- --json              for tools

Round trips and units are counted by the functions themselves and are exact. CPU and milliseconds are this machine's:
compare them within one run. "times bare" is the CPU to load a bundle over that of a handler that does nothing.
`;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

interface Wish {
  only: string[] | undefined;
  calls: number;
  rounds: number;
}

interface Findings {
  endpoints: EndpointRow[];
  bundles: BundleRow[];
  growth: GrowthRow[];
}

/** Gives a folder for the time of some work. */
const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Starts a service for the time of some work. */
const onStage = async <Open extends { close: () => Promise<void> }, Result>(
  open: () => Promise<Open>,
  work: (stage: Open) => Promise<Result>,
): Promise<Result> => {
  say('Starting the service…');
  const stage = await open();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
};

const measure = ({ only, calls, rounds }: Wish): Promise<Findings> =>
  inFolder(async (folder) => {
    const chosen = endpoints.filter(({ operationId }) => only === undefined || only.includes(operationId));
    const names = chosen.map(({ operationId }) => operationId);
    say(`Loading ${names.length} bundles, ${rounds} times each…`);
    bundle(Object.fromEntries(chosen.map(({ operationId, entry }) => [operationId, entry])), join(folder, 'bundles'));
    const bundles = measureStartUp(join(folder, 'bundles'), names, rounds);
    return onStage(
      () => openStage(join(folder, 'assembly')),
      async (stage) => ({
        endpoints: await measureCalls(stage, chosen, calls),
        bundles,
        growth: only ? [] : await measureGrowing(stage),
      }),
    );
  });

const measureWebhooks = (events: number): Promise<DeliveryFindings> =>
  inFolder((folder) =>
    onStage(
      () => openDeliveryStage(folder),
      (stage) => measureDeliveries(stage, events, say),
    ),
  );

const measureConversations = (conversations: number, seconds: number): Promise<TalkFindings> =>
  inFolder((folder) =>
    onStage(
      () => openStage(folder),
      (stage) => {
        say(`${conversations} conversations for ${seconds} s…`);
        return measureTalk(stage, conversations, seconds);
      },
    ),
  );

const measureCalls = async (stage: Stage, chosen: typeof endpoints, calls: number): Promise<EndpointRow[]> => {
  const rows: EndpointRow[] = [];
  for (const endpoint of chosen) {
    say(`Calling ${endpoint.operationId}…`);
    const { client } = await stage.makeWorkspace();
    rows.push(await measureEndpoint(client, stage.lines, endpoint, calls));
    client.close();
  }
  return rows;
};

const measureGrowing = (stage: Stage): Promise<GrowthRow[]> => {
  say('Growing a workspace to 10,000 contacts…');
  return measureGrowth(stage.makeWorkspace, stage.lines, [100, 1_000, 10_000]);
};

const show = ({ endpoints: rows, bundles, growth }: Findings): string => {
  const calls = rows.map(({ operationId, round_trips, read_units, write_units, cpu_ms, p50Ms, p99Ms }) => [
    operationId,
    ...[round_trips, read_units, write_units, cpu_ms, p50Ms, p99Ms].map((value) => value.toFixed(2)),
  ]);
  const starts = bundles.map(({ name, kilobytes, timesBare }) => [name, kilobytes.toFixed(0), timesBare.toFixed(2)]);
  const sizes = growth.map(({ what, contacts, round_trips, read_units, write_units }) => [
    what,
    ...[contacts, round_trips, read_units, write_units].map(String),
  ]);
  return [
    [['endpoint', 'round trips', 'read units', 'write units', 'CPU ms', 'p50 ms', 'p99 ms'], ...calls],
    [['bundle', 'KB', 'times bare'], ...starts],
    [['as a workspace grows', 'contacts', 'round trips', 'read units', 'write units'], ...sizes],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    calls: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '15' },
    deliveries: { type: 'boolean' },
    events: { type: 'string', default: '200' },
    talk: { type: 'boolean' },
    conversations: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(help);
} else if (values.deliveries) {
  const found = await measureWebhooks(Number(values.events));
  process.stdout.write(`${values.json ? JSON.stringify(found, null, 2) : showDeliveries(found)}\n`);
} else if (values.talk) {
  const found = await measureConversations(Number(values.conversations), Number(values.seconds));
  process.stdout.write(`${values.json ? JSON.stringify(found, null, 2) : showFields(found)}\n`);
} else {
  const found = await measure({
    only: values.only?.split(','),
    calls: Number(values.calls),
    rounds: Number(values.rounds),
  });
  process.stdout.write(`${values.json ? JSON.stringify(found, null, 2) : show(found)}\n`);
}
