import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Simulator } from '../../simulator/start.ts';
import { Problem } from '../problem.ts';
import { type LocalRuntime, startLocal } from '../start.ts';
import { provideDemo } from './demo.ts';
import { connectDemo, greetDemo } from './demo-channels.ts';
import { takeFolder } from './folder-lock.ts';
import { logFunctions } from './function-log.ts';
import { type Settings, shortPath } from './settings.ts';
import { nextSignal } from './signals.ts';
import { startChannels, subscribeChannels } from './simulated-channels.ts';
import { removeState, writeState } from './state-file.ts';
import { banner, type Steps, showSteps } from './terminal.ts';

/** Runs the service until a signal or a broken database ends it; gives the exit code. */
export const run = async (settings: Settings): Promise<number> => {
  const releaseFolder = takeFolder(settings.localDir, 'LOCAL_DIR');
  const stateFiles = ['ready.json', 'runtime.json'].map((name) => join(settings.localDir, name));
  for (const path of stateFiles) removeState(path);
  let simulator: Simulator | undefined;
  let runtime: LocalRuntime | undefined;
  try {
    const steps = showSteps(process.stdout);
    simulator = await startChannels(settings.simulatorPort);
    runtime = await start(settings, steps);
    // Until here Ctrl-C just ends this process, and Java with it; from here on it stops the service.
    const signal = nextSignal();
    await announce(settings, runtime, simulator, steps);
    return await untilEnd(signal, runtime);
  } finally {
    for (const path of stateFiles) removeState(path);
    await simulator?.stop();
    await runtime?.stop();
    releaseFolder();
  }
};

const start = (
  { port, dataDir, localDir, extraEnvironment, showsLogs }: Settings,
  steps: Steps,
): Promise<LocalRuntime> =>
  startLocal({
    assemblyDir: () => {
      steps.begin('bundling and synthesizing');
      return assemble(join(localDir, 'cdk.out'));
    },
    port,
    dataDir,
    extraEnvironment,
    onLog: logFunctions(join(localDir, 'functions.log'), showsLogs),
    onProgress: steps.begin,
  });

const assemble = async (outDir: string): Promise<string> => {
  // Otherwise the bundles of every earlier version would pile up in it.
  rmSync(outDir, { recursive: true, force: true });
  // Loaded only now, because it takes a second in which Java can start.
  const { synthesize } = await import('../../../lib/app.ts');
  try {
    return await synthesize('staging', outDir);
  } catch (error) {
    // The bundler has already shown its errors, each with its place in the code.
    if (error instanceof Error && 'errors' in error) throw new Problem('The functions cannot be bundled: see above.');
    throw error;
  }
};

/** Tells the admin command line where the service is, uses it to make the demo workspace, and tells everybody else. */
const announce = async (
  { dataDir, localDir }: Settings,
  runtime: LocalRuntime,
  simulator: Simulator,
  steps: Steps,
): Promise<void> => {
  const [tableName] = Object.values(runtime.tables);
  writeState(join(localDir, 'runtime.json'), {
    pid: process.pid,
    base_url: runtime.baseUrl,
    region: runtime.region,
    dynamodb_endpoint: runtime.dynamodbEndpoint,
    sqs_endpoint: runtime.sqsEndpoint,
    secrets_manager_endpoint: runtime.secretsManagerEndpoint,
    table_name: tableName,
    sealing_secret_id: runtime.environmentOf('sendMessage')['SEALING_SECRET_ID'],
    queues: runtime.queues,
  });
  steps.begin('making the demo workspace');
  const file = await provideDemo(dataDir, localDir);
  steps.begin('connecting it to simulated channels');
  const around = { simulator, baseUrl: runtime.baseUrl, localDir };
  await Promise.all([subscribeChannels(simulator, runtime), connectDemo(file, around)]);
  await greetDemo(file, around);
  steps.end();
  const { workspace_id, api_key } = file.demo;
  const ready = { base_url: runtime.baseUrl, workspace_id, api_key, simulator_url: simulator.url };
  writeState(join(localDir, 'ready.json'), ready);
  process.stdout.write(
    banner({
      baseUrl: runtime.baseUrl,
      workspaceId: workspace_id,
      apiKey: api_key,
      simulatorUrl: simulator.url,
      dataDir: dataDir === 'memory' ? 'in memory only' : shortPath(dataDir),
      logPath: shortPath(join(localDir, 'functions.log')),
    }),
  );
};

const untilEnd = async (signal: Promise<void>, { broken }: LocalRuntime): Promise<number> => {
  const problem = await Promise.race([signal, broken]);
  if (problem instanceof Problem) throw problem;
  process.stdout.write('\nStopping…\n');
  return 0;
};
