import { join } from 'node:path';
import { endpoints } from '../../functions/api/endpoints.ts';
import { synthesize } from '../../lib/app.ts';
import { defaultDashboard } from '../../lib/dashboard/settings.ts';
import { bundle } from '../../lib/functions/bundle.ts';
import { readAssembly } from '../local/template/assembly.ts';
import { alignColumns } from '../terminal/layout.ts';
import {
  type Baseline,
  type CallCounts,
  countCalls,
  countStartUps,
  measureBundles,
  measureMemory,
  readBaseline,
  saveBaseline,
} from './baseline.ts';
import { chooseMemoryMb } from './costs/assumptions.ts';
import { toCallCost } from './costs/call-cost.ts';
import { measuredCosts, recordedCosts } from './costs/cost-report.ts';
import { type FixedCost, listFixedCosts } from './costs/fixed-costs.ts';
import { type EndpointRow, measureEndpoint } from './endpoints/endpoints.ts';
import { type BundleRow, measureStartUp } from './endpoints/start-up.ts';
import { type ListRow, measureLists } from './lists/lists.ts';
import { fillPage } from './page.ts';
import { type BenchService, logProgress, startService, withService, withTempDir } from './service.ts';

export interface BenchOptions {
  only: string[] | undefined;
  calls: number;
  rounds: number;
}

const selectEndpoints = (only: string[] | undefined): typeof endpoints =>
  endpoints.filter(({ operationId }) => only === undefined || only.includes(operationId));

export const runEndpoints = ({ only, calls, rounds }: BenchOptions): Promise<EndpointFindings> =>
  withTempDir(async (tempDir) => {
    const selected = selectEndpoints(only);
    const names = selected.map(({ operationId }) => operationId);
    logProgress(`Loading ${names.length} bundles, ${rounds} times each…`);
    await bundle(
      Object.fromEntries(selected.map(({ operationId, entry }) => [operationId, entry])),
      join(tempDir, 'bundles'),
    );
    const bundles = measureStartUp(join(tempDir, 'bundles'), names, rounds);
    return withService(
      () => startService(join(tempDir, 'assembly')),
      async (service) => ({ endpoints: await measureEndpoints(service, selected, calls), bundles }),
    );
  });

export const runLists = (sizes: number[], kind?: 'all' | 'searches'): Promise<ListRow[]> =>
  withTempDir((tempDir) =>
    withService(
      () => startService(tempDir),
      (service) => measureLists(service, sizes, kind),
    ),
  );

export const runCosts = ({ only, calls }: BenchOptions): Promise<string> =>
  withTempDir(async (tempDir) => {
    const staging = await readFixedCosts('staging', join(tempDir, 'staging-costs'));
    const fixed = await readFixedCosts('production', join(tempDir, 'production'));
    const fixedWithDashboard = await readFixedCosts('production', join(tempDir, 'with-dashboard'), {
      dashboard: defaultDashboard,
    });
    const rows = await withService(
      () => startService(join(tempDir, 'staging')),
      (service) => measureEndpoints(service, selectEndpoints(only), calls),
    );
    const measured = measuredCosts({ endpoints: rows, staging, fixed, fixedWithDashboard });
    return fillPage('costs', { ...recordedCosts(), ...measured });
  });

const readFixedCosts = async (
  environment: string,
  outDir: string,
  parts?: Parameters<typeof synthesize>[2],
): Promise<FixedCost[]> => {
  const stacks = readAssembly(await synthesize(environment, outDir, parts));
  return listFixedCosts(stacks.map(({ template }) => template));
};

/** With `only`, all others keep their counts. `inbox` and `chat` are names, too. */
export const runBaseline = ({ only, calls }: Pick<BenchOptions, 'only' | 'calls'>): Promise<Baseline> =>
  withTempDir(async (tempDir) => {
    const bundleDir = join(tempDir, 'bundles');
    const bundleKilobytes = await measureBundles(bundleDir);
    const measured = await withService(
      () => startService(join(tempDir, 'assembly')),
      async (service) => ({
        counts: await countEndpoints(service, selectEndpoints(only)),
        rows: await measureEndpoints(service, selectEndpoints(only), calls),
        inbox: only && !only.includes('inbox') ? undefined : await countInbox(service),
        chat: only && !only.includes('chat') ? undefined : await countChat(service),
      }),
    );
    const memory = measureMemory(bundleDir, measured.rows);
    const saved = readBaseline();
    const baseline = {
      endpoints: only ? { ...saved.endpoints, ...measured.counts } : measured.counts,
      inbox: measured.inbox ?? saved.inbox,
      chat: measured.chat ?? saved.chat,
      bundleKilobytes: only ? { ...saved.bundleKilobytes, ...pick(bundleKilobytes, only) } : bundleKilobytes,
      startUp: only ? saved.startUp : countStartUps(bundleDir),
      memory: only ? { ...saved.memory, ...pick(memory, only) } : memory,
    };
    saveBaseline(baseline);
    return baseline;
  });

const countInbox = async ({ makeWorkspace, local }: BenchService): Promise<Baseline['inbox']> => {
  // The functions of the dashboard, which this service has not, would know it.
  process.env['API_BASE_URL'] = local.baseUrl;
  const { countInboxOperations } = await import('./inbox/inbox.ts');
  return countInboxOperations((await makeWorkspace()).id);
};

const countChat = async ({ makeWorkspace, local }: BenchService): Promise<Baseline['chat']> => {
  Object.assign(process.env, local.readEnvironment('receiveWeb'), { API_BASE_URL: local.baseUrl });
  const { countChatOperations } = await import('./chat/chat.ts');
  return countChatOperations((await makeWorkspace()).id);
};

const pick = <Value>(values: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

const countEndpoints = async (
  service: BenchService,
  selected: typeof endpoints,
): Promise<Record<string, CallCounts>> => {
  const counts: Record<string, CallCounts> = {};
  for (const endpoint of selected) {
    logProgress(`Counting ${endpoint.operationId}…`);
    const { client } = await service.makeWorkspace();
    counts[endpoint.operationId] = await countCalls(client, service.lines, endpoint);
    client.close();
  }
  return counts;
};

const measureEndpoints = async (
  service: BenchService,
  selected: typeof endpoints,
  calls: number,
): Promise<EndpointRow[]> => {
  const rows: EndpointRow[] = [];
  for (const endpoint of selected) {
    logProgress(`Calling ${endpoint.operationId}…`);
    const { client } = await service.makeWorkspace();
    rows.push(await measureEndpoint(client, service.lines, endpoint, calls));
    client.close();
  }
  return rows;
};

interface EndpointFindings {
  endpoints: EndpointRow[];
  bundles: BundleRow[];
}

export const formatEndpoints = ({ endpoints: rows, bundles }: EndpointFindings): string => {
  const calls = rows.map((row) => [
    row.operationId,
    ...[row.round_trips, row.read_units, row.write_units, row.cpu_ms, row.cpuP99Ms, row.p50Ms, row.p99Ms].map(
      toTwoDecimals,
    ),
    row.logBytes.toFixed(0),
    toTwoDecimals(toCallCost(row, false).total),
  ]);
  const starts = bundles.map(({ name, kilobytes, timesBare, residentMb }) => {
    const { cpuP99Ms = 0 } = rows.find(({ operationId }) => operationId === name) ?? {};
    const memoryMb = chooseMemoryMb({ cpu_p99_ms: cpuP99Ms, resident_mb: residentMb });
    return [name, kilobytes.toFixed(0), toTwoDecimals(timesBare), residentMb.toFixed(0), String(memoryMb)];
  });
  return [
    [callHeader, ...calls],
    [['bundle', 'KB', 'times bare', 'resident MB', 'memory MB for the lowest bill'], ...starts],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};

const callHeader = [
  'endpoint',
  'round trips',
  'read units',
  'write units',
  'CPU ms',
  'CPU p99 ms',
  'p50 ms',
  'p99 ms',
  'log bytes',
  '$ per million',
];

const toTwoDecimals = (value: number): string => value.toFixed(2);
