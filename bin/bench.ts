import { parseArgs } from 'node:util';
import { formatFields } from '../tools/admin/layout.ts';
import { runBroadcasts } from '../tools/bench/broadcasts/broadcasts.ts';
import { runBroadcastWithKills } from '../tools/bench/broadcasts/kills.ts';
import { formatBroadcasts } from '../tools/bench/broadcasts/report.ts';
import { formatDeliveries } from '../tools/bench/deliveries/report.ts';
import { formatEndpoints } from '../tools/bench/endpoints/report.ts';
import { runBaseline, runConversations, runCosts, runDeliveries, runEndpoints } from '../tools/bench/runs.ts';

const help = `Measures what a call costs: on the real bundles, through the local gateway.

  npm run bench                        every endpoint and every bundle
  npm run bench -- --only getMe,…      these endpoints alone
  npm run bench -- --calls 1000        calls per endpoint (200)
  npm run bench -- --rounds 31         starts per bundle (15)
  npm run bench -- --costs             writes docs/costs.md: dollars for a million calls and deliveries, and per month
  npm run bench -- --save              writes docs/baseline.json: the counts to which a test holds every endpoint
  npm run bench -- --deliveries        webhooks instead: 100 endpoints, without and with hostile ones
  npm run bench -- --events 500        events of each load of --deliveries, and of --costs (200)
  npm run bench -- --talk              200 conversations sending and receiving for a minute, all accounted for
  npm run bench -- --broadcast         10,000 messages as fast as it goes, then 1,000 at the pace of every number
  npm run bench -- --broadcast --kill  3,000 messages whose senders are killed again and again: nobody may get two
  npm run bench -- --recipients 500    recipients of --broadcast
  npm run bench -- --json              for tools

Round trips and units are counted by the functions themselves and are exact. CPU and milliseconds are this machine's:
compare them within one run. "times bare" is the CPU to load a bundle over that of a handler that does nothing.
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    calls: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '15' },
    costs: { type: 'boolean' },
    save: { type: 'boolean' },
    deliveries: { type: 'boolean' },
    events: { type: 'string', default: '200' },
    talk: { type: 'boolean' },
    conversations: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    broadcast: { type: 'boolean' },
    kill: { type: 'boolean' },
    recipients: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const print = <Findings>(findings: Findings, format: (findings: Findings) => string): void =>
  void process.stdout.write(`${values.json ? JSON.stringify(findings, null, 2) : format(findings)}\n`);

const benchOptions = { only: values.only?.split(','), calls: Number(values.calls), rounds: Number(values.rounds) };

if (values.help) process.stdout.write(help);
else if (values.costs) print(await runCosts(benchOptions, Number(values.events)), String);
else if (values.save) print(await runBaseline(benchOptions), () => 'docs/baseline.json is written.');
else if (values.deliveries) print(await runDeliveries(Number(values.events)), formatDeliveries);
else if (values.talk) print(await runConversations(Number(values.conversations), Number(values.seconds)), formatFields);
else if (values.broadcast && values.kill)
  print(await runBroadcastWithKills(Number(values.recipients ?? 3_000)), formatFields);
else if (values.broadcast) print(await runBroadcasts(Number(values.recipients ?? 10_000)), formatBroadcasts);
else print(await runEndpoints(benchOptions), formatEndpoints);
