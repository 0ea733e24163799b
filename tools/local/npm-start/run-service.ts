import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Simulator } from '../../simulator/start.ts';
import { lockFolder } from '../folder-lock.ts';
import type { LocalRuntime } from '../host-assembly.ts';
import { assertPortFree } from '../listen.ts';
import { LocalError } from '../local-error.ts';
import { writeStateFile } from '../private-files.ts';
import { startLocal } from '../start.ts';
import { type Admin, startAdmin } from './admin.ts';
import { hostChat } from './chat.ts';
import { chooseIssuerPort, type HostedDashboard, hostDashboard } from './dashboard.ts';
import { connectChannels, demoMembers, ensureDemo, ensureKey, inviteMembers, readDemo } from './demo.ts';
import { installChat } from './install-chat.ts';
import type { SeedOptions } from './seed-demo.ts';
import { type Settings, shortPath } from './settings.ts';
import { startShop } from './shop.ts';
import { startSimulatedChannels, subscribeChannels } from './simulated-channels.ts';
import { checkDataVersion, resetData } from './stored-data.ts';
import { buildChatFiles, buildDashboardFiles, synthesizeAssembly } from './synthesize.ts';
import { createFunctionLog, explainStartFailure, formatBanner, type Steps, showSteps } from './terminal.ts';

export interface StartOptions {
  isReset: boolean;
  /** The demo workspace has channels and a key, and nothing else. */
  isEmpty: boolean;
}

export const runService = async (settings: Settings, { isReset, isEmpty }: StartOptions): Promise<number> => {
  const unlockFolder = lockFolder(settings.localDir, 'LOCAL_DIR');
  removeStateFiles(settings);
  let simulator: Simulator | undefined;
  let dashboard: HostedDashboard | undefined;
  let admin: Admin | undefined;
  let runtime: LocalRuntime | undefined;
  try {
    if (isReset) resetData(settings.dataDir);
    checkDataVersion(settings.dataDir);
    const steps = showSteps(process.stdout);
    if (settings.mailboxPort !== undefined) await assertPortFree(settings.mailboxPort, 'MAILBOX_PORT');
    simulator = await startSimulatedChannels(settings.simulatorPort);
    dashboard = await prepareDashboard(settings, simulator.url);
    admin = startAdmin(settings.localDir, readDemo(settings.dataDir) === undefined);
    runtime = await startRuntime(settings, dashboard, steps);
    // Until here Ctrl-C ends this process, and Java with it; from here on it stops the service in order.
    const { stopping, stopped } = listenForSignals();
    const components = { runtime, simulator, dashboard, admin };
    await Promise.race([completeStartup(settings, isEmpty, components, steps, stopping), stopped]);
    return await waitForEnd(stopped, runtime);
  } finally {
    removeStateFiles(settings);
    await admin?.stop();
    await simulator?.stop();
    await runtime?.stop();
    await dashboard?.stop();
    unlockFolder();
  }
};

const removeStateFiles = ({ localDir }: Settings): void => {
  for (const name of ['ready.json', 'runtime.json']) rmSync(join(localDir, name), { force: true });
};

const prepareDashboard = async (
  { dashboard, dataDir, localDir }: Settings,
  simulatorUrl: string,
): Promise<HostedDashboard | undefined> => {
  if (dashboard === undefined) return undefined;
  const issuerPort = await chooseIssuerPort(dashboard.issuerPort, readDemo(dataDir)?.issuer_url);
  const people = demoMembers.map(({ email, name }) => ({ email, name, isVerified: true }));
  let files: Promise<string> | undefined;
  const buildFiles = () => (files ??= buildDashboardFiles(join(localDir, 'cdk.out', 'files')));
  return hostDashboard({ port: dashboard.port, issuerPort, people, simulatorUrl, buildFiles });
};

const defaultMailboxPort = 4400;

/** The same after a restart: an open page may connect to no other, says its content security policy. */
const eventApiPort = 4204;

const startRuntime = (
  { port, mailboxPort, chat, dataDir, localDir, extraEnvironment, showsLogs }: Settings,
  dashboard: HostedDashboard | undefined,
  steps: Steps,
): Promise<LocalRuntime> =>
  startLocal({
    assemblyDir: async () => {
      steps.begin('bundling and synthesizing');
      return synthesizeAssembly(join(localDir, 'cdk.out'), dashboard !== undefined);
    },
    port,
    mailboxPort: mailboxPort ?? defaultMailboxPort,
    eventApi: { port: eventApiPort },
    dataDir,
    extraEnvironment,
    ...(dashboard && {
      distribution: dashboard.distribution,
      chat: hostChat({ port: chat.port, buildFiles: () => buildChatFiles(join(localDir, 'cdk.out', 'chat-files')) }),
    }),
    onLog: createFunctionLog(join(localDir, 'functions.log'), showsLogs),
    onProgress: steps.begin,
  });

interface Components {
  runtime: LocalRuntime;
  simulator: Simulator;
  dashboard: HostedDashboard | undefined;
  admin: Admin;
}

/** runtime.json comes first, because the admin command line needs it to create the demo workspace. */
const completeStartup = async (
  { chat, dataDir, localDir }: Settings,
  isEmpty: boolean,
  { runtime, simulator, dashboard, admin }: Components,
  steps: Steps,
  stopping: AbortSignal,
): Promise<void> => {
  writeRuntimeFile(localDir, runtime);
  steps.begin('creating the demo workspace');
  const handshake = subscribeChannels(simulator, runtime);
  const file = await ensureDemo(dataDir, admin);
  const isNew = !file.demo.is_prepared;
  const invite = async () => dashboard && inviteMembers(file, admin);
  await Promise.all([handshake, ensureKey(file, admin), connectChannels(file, simulator, admin), isNew && invite()]);
  file.update({ is_prepared: true });
  stopping.throwIfAborted();
  if (dashboard) file.update({ issuer_url: dashboard.issuerUrl() });
  steps.end();
  const { workspace_id, api_key = '' } = file.demo;
  const { baseUrl, distributionUrl, chatUrl } = runtime;
  const shop = chatUrl
    ? await startShop({ port: chat.shopPort, chatUrl, findSiteId: () => file.demo.site_id })
    : undefined;
  stopping.addEventListener('abort', () => void shop?.stop());
  writeStateFile(join(localDir, 'ready.json'), {
    base_url: baseUrl,
    ...(distributionUrl && { dashboard_url: distributionUrl }),
    ...(shop && { chat_url: chatUrl, shop_url: shop.url }),
    workspace_id,
    api_key,
    simulator_url: simulator.url,
    ...(runtime.sesEndpoint && { mailbox_url: runtime.sesEndpoint }),
  });
  process.stdout.write(
    formatBanner({
      baseUrl,
      dashboard: distributionUrl ? { url: distributionUrl, people: demoMembers.map(({ name }) => name) } : undefined,
      shopUrl: shop?.url,
      workspaceId: workspace_id,
      apiKey: api_key,
      simulatorUrl: simulator.url,
      mailboxUrl: runtime.sesEndpoint,
      dataDir: dataDir === 'memory' ? 'in memory only' : shortPath(dataDir),
      logPath: shortPath(join(localDir, 'functions.log')),
    }),
  );
  const runAside = (work: Promise<unknown> | undefined, outcome: string) =>
    void work?.catch((error: unknown) => {
      if (!stopping.aborted) process.stderr.write(`\n${outcome} ${explainStartFailure(error)}\n`);
    });
  // Beside the ready service: a failure does not concern it.
  runAside(dashboard?.distribution.buildFiles?.(), 'The dashboard has no pages.');
  runAside(dashboard?.load(), 'Signing in to the dashboard does not work.');
  if (shop && distributionUrl)
    runAside(installChat(file, { dashboardUrl: distributionUrl, shopUrl: shop.url }), 'The shop has no web chat.');
  const functionsDir = join(localDir, 'cdk.out', 'functions');
  const seedOptions = { demo: file.demo, simulatorUrl: simulator.url, dashboardUrl: distributionUrl, functionsDir };
  if (isNew && !isEmpty) runAside(seed(seedOptions, runtime, stopping), 'The demo is incomplete.');
  const invited = isNew ? Promise.resolve() : invite();
  runAside(invited.then(admin.stop), 'Invitations that expired are not renewed.');
};

const seed = async (options: SeedOptions, { readEnvironment }: LocalRuntime, stopping: AbortSignal): Promise<void> => {
  const names = [
    'createWebhook',
    'sendMessage',
    'createBroadcast',
    ...(options.dashboardUrl ? ['dashboardInbox', 'dashboardSends'] : []),
  ];
  const worker = new Worker(new URL('./seed-demo.ts', import.meta.url), {
    env: Object.assign({}, ...names.map((name) => readEnvironment(`${name}Function`))),
    workerData: options,
    stdout: true,
  });
  stopping.addEventListener('abort', () => void worker.terminate());
  await once(worker, 'exit');
};

const writeRuntimeFile = (localDir: string, runtime: LocalRuntime): void => {
  const [tableName] = Object.values(runtime.tables);
  writeStateFile(join(localDir, 'runtime.json'), {
    pid: process.pid,
    base_url: runtime.baseUrl,
    region: runtime.region,
    access_key_id: runtime.accessKeyId,
    dynamodb_endpoint: runtime.dynamodbEndpoint,
    sqs_endpoint: runtime.sqsEndpoint,
    secrets_manager_endpoint: runtime.secretsManagerEndpoint,
    table_name: tableName,
    encryption_secret_id: runtime.readEnvironment('deliverWebhook')['ENCRYPTION_SECRET_ID'],
    channel_encryption_secret_id: runtime.readEnvironment('sendMessage')['CHANNEL_ENCRYPTION_SECRET_ID'],
    queues: runtime.queues,
    ...(runtime.distributionUrl && { sign_in: readSignIn(runtime) }),
  });
};

/** `admin identity check` reads these. */
const readSignIn = ({ readEnvironment }: LocalRuntime): Record<string, string | undefined> => {
  const { DASHBOARD_URL, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_SECRET_ID } = readEnvironment('signIn');
  return { DASHBOARD_URL, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_SECRET_ID };
};

/** npm forwards a signal that the terminal has already sent to the whole process group. */
const duplicateSignalMs = 500;

/** The first signal stops the service in order. A second one exits at once; Java ends with the process. */
const listenForSignals = (): { stopping: AbortSignal; stopped: Promise<unknown> } => {
  const controller = new AbortController();
  const stopped = once(controller.signal, 'abort');
  let firstSignalMs: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstSignalMs ??= performance.now();
      if (performance.now() - firstSignalMs > duplicateSignalMs) process.exit(1);
      controller.abort();
    });
  }
  return { stopping: controller.signal, stopped };
};

const waitForEnd = async (stopped: Promise<unknown>, { crashed }: LocalRuntime): Promise<number> => {
  const ended = await Promise.race([stopped, crashed]);
  if (ended instanceof LocalError) throw ended;
  process.stdout.write('\nStopping…\n');
  return 0;
};
