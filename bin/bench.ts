import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints } from '../functions/api/endpoints.ts';
import { bundle } from '../lib/bundle.ts';
import { synthesize } from '../lib/synthesize.ts';
import { alignColumns } from './admin/layout.ts';
import { openClient } from './bench/client.ts';
import { type EndpointRow, type LogLine, measureEndpoint } from './bench/endpoints.ts';
import { type BundleRow, measureStartUp } from './bench/start-up.ts';
import { startLocal } from './local/start.ts';

const help = `Measures what a call costs: on the real bundles, through the local gateway.

  npm run bench                        every endpoint and every bundle
  npm run bench -- --only getMe,…      these endpoints alone
  npm run bench -- --calls 1000        calls per endpoint (200)
  npm run bench -- --rounds 31         starts per bundle (15)
  npm run bench -- --json              for tools

Round trips and units are counted by the functions themselves and are exact. CPU and milliseconds are this machine's:
compare them within one run. "times bare" is the CPU to load a bundle over that of a handler that does nothing.
`;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const measure = async (only: string[] | undefined, calls: number, rounds: number) => {
  const chosen = endpoints.filter(({ operationId }) => only === undefined || only.includes(operationId));
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    say(`Loading ${chosen.length} bundles, ${rounds} times each…`);
    bundle(Object.fromEntries(chosen.map(({ operationId, entry }) => [operationId, entry])), join(folder, 'bundles'));
    const bundles = measureStartUp(
      join(folder, 'bundles'),
      chosen.map(({ operationId }) => operationId),
      rounds,
    );
    return {
      endpoints: await measureCalls(await synthesize('staging', join(folder, 'assembly')), chosen, calls),
      bundles,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const measureCalls = async (assemblyDir: string, chosen: typeof endpoints, calls: number): Promise<EndpointRow[]> => {
  const lines = new Map<string, LogLine>();
  const onLog = (_: string, line: string) => {
    const { request_id, ...logged } = JSON.parse(line);
    lines.set(request_id, logged);
  };
  say('Starting the service…');
  const local = await startLocal({ assemblyDir, port: 0, dataDir: 'memory', onLog });
  try {
    Object.assign(process.env, local.environmentOf('getMe'));
    const { createWorkspace } = await import('../functions/domain/workspaces.ts');
    const { createKey } = await import('../functions/domain/keys.ts');
    const { scopes } = await import('../functions/model/scope.ts');
    const rows: EndpointRow[] = [];
    for (const endpoint of chosen) {
      say(`Calling ${endpoint.operationId}…`);
      const { id } = await createWorkspace('Bench', 'DE');
      const client = openClient(
        local.baseUrl,
        async () => (await createKey(id, { name: 'Bench', scopes: [...scopes] })).key,
      );
      rows.push(await measureEndpoint(client, lines, endpoint, calls));
      client.close();
    }
    return rows;
  } finally {
    await local.stop();
  }
};

const show = (rows: EndpointRow[], bundles: BundleRow[]): string =>
  [
    ...alignColumns([
      ['endpoint', 'round trips', 'read units', 'write units', 'CPU ms', 'p50 ms', 'p99 ms'],
      ...rows.map(({ operationId, round_trips, read_units, write_units, cpu_ms, p50Ms, p99Ms }) => [
        operationId,
        ...[round_trips, read_units, write_units, cpu_ms, p50Ms, p99Ms].map((value) => value.toFixed(2)),
      ]),
    ]),
    '',
    ...alignColumns([
      ['bundle', 'KB', 'times bare'],
      ...bundles.map(({ name, kilobytes, timesBare }) => [name, kilobytes.toFixed(0), timesBare.toFixed(2)]),
    ]),
    '',
  ].join('\n');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    calls: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(help);
} else {
  const result = await measure(values.only?.split(','), Number(values.calls), Number(values.rounds));
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : show(result.endpoints, result.bundles));
}
