import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Simulator } from '../../simulator/start.ts';
import { lockFolder } from '../folder-lock.ts';
import { LocalError } from '../local-error.ts';
import { type LocalRuntime, startLocal } from '../start.ts';
import { removeState, writeState } from '../state-file.ts';
import { ensureDemo } from './demo.ts';
import { connectDemoChannels, createFirstConversation } from './demo-channels.ts';
import { createFunctionLog } from './function-log.ts';
import { type Settings, shortPath } from './settings.ts';
import { nextSignal } from './signals.ts';
import { startSimulatedChannels, subscribeChannels } from './simulated-channels.ts';
import { formatBanner, type Steps, showSteps } from './terminal.ts';

/** Runs the service until a signal or a broken database ends it; gives the exit code. */
export const runService = async (settings: Settings): Promise<number> => {
  const unlockFolder = lockFolder(settings.localDir, 'LOCAL_DIR');
  const stateFiles = ['ready.json', 'runtime.json'].map((name) => join(settings.localDir, name));
  for (const path of stateFiles) removeState(path);
  let simulator: Simulator | undefined;
  let runtime: LocalRuntime | undefined;
  try {
    const steps = showSteps(process.stdout);
    simulator = await startSimulatedChannels(settings.simulatorPort);
    runtime = await startRuntime(settings, steps);
    // Until here Ctrl-C just ends this process, and Java with it; from here on it stops the service.
    const signal = nextSignal();
    await completeStartup(settings, runtime, simulator, steps);
    return await waitForEnd(signal, runtime);
  } finally {
    for (const path of stateFiles) removeState(path);
    await simulator?.stop();
    await runtime?.stop();
    unlockFolder();
  }
};

const startRuntime = (
  { port, dataDir, localDir, extraEnvironment, showsLogs }: Settings,
  steps: Steps,
): Promise<LocalRuntime> =>
  startLocal({
    assemblyDir: () => {
      steps.begin('bundling and synthesizing');
      return synthesizeAssembly(join(localDir, 'cdk.out'));
    },
    port,
    dataDir,
    extraEnvironment,
    onLog: createFunctionLog(join(localDir, 'functions.log'), showsLogs),
    onProgress: steps.begin,
  });

const synthesizeAssembly = async (outDir: string): Promise<string> => {
  // Otherwise the bundles of every earlier version would pile up in it.
  rmSync(outDir, { recursive: true, force: true });
  // Loaded only now, because it takes a second in which Java can start.
  const { synthesize } = await import('../../../lib/app.ts');
  try {
    return await synthesize('staging', outDir);
  } catch (error) {
    // The bundler has already shown its errors, each with its place in the code.
    if (error instanceof Error && 'errors' in error)
      throw new LocalError('The functions cannot be bundled: see above.');
    throw error;
  }
};

/** Tells the admin command line where the service is, uses it to make the demo workspace, and tells everybody else. */
const completeStartup = async (
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
    encryption_secret_id: runtime.readEnvironment('sendMessage')['ENCRYPTION_SECRET_ID'],
    queues: runtime.queues,
  });
  steps.begin('making the demo workspace');
  const file = await ensureDemo(dataDir, localDir);
  steps.begin('connecting it to simulated channels');
  const context = { simulator, baseUrl: runtime.baseUrl, localDir };
  await Promise.all([subscribeChannels(simulator, runtime), connectDemoChannels(file, context)]);
  await createFirstConversation(file, context);
  steps.end();
  const { workspace_id, api_key } = file.demo;
  const ready = { base_url: runtime.baseUrl, workspace_id, api_key, simulator_url: simulator.url };
  writeState(join(localDir, 'ready.json'), ready);
  process.stdout.write(
    formatBanner({
      baseUrl: runtime.baseUrl,
      workspaceId: workspace_id,
      apiKey: api_key,
      simulatorUrl: simulator.url,
      dataDir: dataDir === 'memory' ? 'in memory only' : shortPath(dataDir),
      logPath: shortPath(join(localDir, 'functions.log')),
    }),
  );
};

const waitForEnd = async (signal: Promise<void>, { crashed }: LocalRuntime): Promise<number> => {
  const ended = await Promise.race([signal, crashed]);
  if (ended instanceof LocalError) throw ended;
  process.stdout.write('\nStopping…\n');
  return 0;
};
