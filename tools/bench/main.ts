import { parseArgs } from 'node:util';
import { formatFields } from '../terminal/layout.ts';
import { runBroadcastWithKills } from './broadcasts/broadcast.ts';
import { runDeliveriesWithKills } from './deliveries/deliveries.ts';
import { formatLists } from './lists/lists.ts';
import { formatLive, runLive } from './live/live.ts';
import { fillPage } from './page.ts';
import { formatEndpoints, runBaseline, runCosts, runEndpoints, runLists } from './runs.ts';
import { measureWork, readWork } from './work/measure.ts';
import { loadTable } from './work/work-tables.ts';

const help = `Measures the cost of API calls: real bundles, called through the local gateway.

  npm run bench                        every endpoint and every bundle
  npm run bench -- --only getMe,…      only these endpoints
  npm run bench -- --calls 1000        calls per endpoint (default: 200)
  npm run bench -- --rounds 31         starts per bundle (default: 15)
  npm run bench -- --costs             fills in docs/costs.md: dollars per million calls and deliveries, and per month
  npm run bench -- --save              writes docs/baseline.json: the counts that a test compares every endpoint with
  npm run bench -- --deliveries        100,000 deliveries while workers are killed: none may be lost
  npm run bench -- --broadcast         3,000 messages while senders are killed: no recipient may get two
  npm run bench -- --live              200 open pages and 50 messages a second: how soon they hear, what they miss, and visitors of the web chat
  npm run bench -- --contacts 1000000  every list and filter, with 10,000 contacts and with this many
  npm run bench -- --find              every search, with 1,000 contacts and messages and with 1,000,000 (or --contacts)
  npm run bench -- --work              writes docs/work.json: CPU and units of a send, a receipt, a message, a file, a recipient
  npm run bench -- --scale             fills in docs/scale.md from docs/work.json: what a load takes, and what breaks first
  npm run bench -- --json              prints JSON

Round trips and units are counted by the functions themselves and are exact. CPU and milliseconds depend on this
machine: compare them within one run. "times bare" is the CPU to load a bundle, relative to an empty handler.
`;

export const options = {
  only: { type: 'string' },
  calls: { type: 'string', default: '200' },
  rounds: { type: 'string', default: '15' },
  costs: { type: 'boolean' },
  save: { type: 'boolean' },
  deliveries: { type: 'boolean' },
  broadcast: { type: 'boolean' },
  live: { type: 'boolean' },
  contacts: { type: 'string' },
  find: { type: 'boolean' },
  work: { type: 'boolean' },
  scale: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const main = async (args: string[]): Promise<void> => {
  const isHelp = args.includes('--help');
  process.stdout.write(isHelp ? help : `${await run(parseArgs({ args, options }).values)}\n`);
};

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const run = async (values: Values): Promise<string> => {
  const { only, calls, rounds } = values;
  const benchOptions = { only: only?.split(','), calls: Number(calls), rounds: Number(rounds) };
  const format = <Findings>(findings: Findings, toText: (findings: Findings) => string): string =>
    values.json ? JSON.stringify(findings, null, 2) : toText(findings);
  if (values.costs) return format(await runCosts(benchOptions), String);
  if (values.save) return format(await runBaseline(benchOptions), () => 'Wrote docs/baseline.json.');
  if (values.scale) return fillPage('scale', { loads: loadTable(readWork()) });
  if (values.work) return format(await measureWork(), () => 'Wrote docs/work.json.');
  if (values.deliveries) return format(await runDeliveriesWithKills(10_000), formatFields);
  if (values.broadcast) return format(await runBroadcastWithKills(3_000), formatFields);
  if (values.live) return format(await runLive(), formatLive);
  if (values.find)
    return format(await runLists([1_000, Number(values.contacts ?? 1_000_000)], 'searches'), formatLists);
  if (values.contacts !== undefined) return format(await runLists([10_000, Number(values.contacts)]), formatLists);
  return format(await runEndpoints(benchOptions), formatEndpoints);
};
