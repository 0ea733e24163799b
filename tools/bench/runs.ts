import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../functions/api/endpoints.ts';
import { synthesize } from '../../lib/app.ts';
import { bundle } from '../../lib/functions/bundle.ts';
import { readAssembly } from '../local/template/assembly.ts';
import { type Baseline, type Counts, countCalls, measureBundles, readBaseline, saveBaseline } from './baseline.ts';
import { measureTalk, type TalkFindings } from './conversations.ts';
import { costPage } from './costs/cost-report.ts';
import { fixedCosts } from './costs/fixed-costs.ts';
import { type DeliveryFindings, measureDeliveries, measureUnits } from './deliveries/deliveries.ts';
import { openDeliveryStage } from './deliveries/load.ts';
import { type EndpointRow, measureEndpoint } from './endpoints/endpoints.ts';
import { type GrowthRow, measureGrowth } from './endpoints/large-workspace.ts';
import type { Findings } from './endpoints/report.ts';
import { measureStartUp } from './endpoints/start-up.ts';
import { inFolder, onStage, say } from './run.ts';
import { openStage, type Stage } from './service.ts';

export interface Wish {
  only: string[] | undefined;
  calls: number;
  rounds: number;
}

const chosenBy = (only: string[] | undefined): typeof endpoints =>
  endpoints.filter(({ operationId }) => only === undefined || only.includes(operationId));

export const runEndpoints = ({ only, calls, rounds }: Wish): Promise<Findings> =>
  inFolder(async (folder) => {
    const chosen = chosenBy(only);
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

export const runDeliveries = (events: number): Promise<DeliveryFindings> =>
  inFolder((folder) =>
    onStage(
      () => openDeliveryStage(folder),
      (stage) => measureDeliveries(stage, events, say),
    ),
  );

export const runTalk = (conversations: number, seconds: number): Promise<TalkFindings> =>
  inFolder((folder) =>
    onStage(
      () => openStage(folder),
      (stage) => {
        say(`${conversations} conversations for ${seconds} s…`);
        return measureTalk(stage, conversations, seconds);
      },
    ),
  );

const costsFile = join(import.meta.dirname, '../../docs/costs.md');

/** Writes the page of costs. What is fixed is counted in the templates of production. */
export const runCosts = ({ only, calls }: Wish, events: number): Promise<string> =>
  inFolder(async (folder) => {
    const stacks = readAssembly(await synthesize('production', join(folder, 'production')));
    const fixed = fixedCosts(stacks.map(({ template }) => template));
    const measured = await onStage(
      () => openDeliveryStage(join(folder, 'staging')),
      async (stage) => {
        const rows = await measureCalls(stage, chosenBy(only), calls);
        say(`Delivering ${events} events…`);
        return { endpoints: rows, delivery: await measureUnits(stage, events) };
      },
    );
    writeFileSync(costsFile, costPage({ ...measured, fixed }));
    return 'docs/costs.md is written.';
  });

/** Writes the counts to which a test holds every endpoint and every bundle; what is not asked for stays. */
export const runSave = ({ only }: Pick<Wish, 'only'>): Promise<Baseline> =>
  inFolder(async (folder) => {
    const bundleKilobytes = measureBundles(join(folder, 'bundles'));
    const counts = await onStage(
      () => openStage(join(folder, 'assembly')),
      (stage) => countAll(stage, chosenBy(only)),
    );
    const baseline = { endpoints: only ? { ...readBaseline().endpoints, ...counts } : counts, bundleKilobytes };
    saveBaseline(baseline);
    return baseline;
  });

const countAll = async (stage: Stage, chosen: typeof endpoints): Promise<Record<string, Counts>> => {
  const counts: Record<string, Counts> = {};
  for (const endpoint of chosen) {
    say(`Counting ${endpoint.operationId}…`);
    const { client } = await stage.makeWorkspace();
    counts[endpoint.operationId] = await countCalls(client, stage.lines, endpoint);
    client.close();
  }
  return counts;
};

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
