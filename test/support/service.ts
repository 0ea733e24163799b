import { cpSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { deployed } from '../../functions/deployed.ts';
import { bundleFunctions, createApp, localParts } from '../../lib/app.ts';
import { buildChat } from '../../lib/chat/build.ts';
import { buildDashboard } from '../../lib/dashboard/build.ts';
import { bundleOnce } from '../../lib/functions/bundle.ts';
import { getSettings } from '../../lib/settings.ts';
import { hostChat } from '../../tools/local/npm-start/chat.ts';
import { hostDashboard } from '../../tools/local/npm-start/dashboard.ts';
import { demoMembers } from '../../tools/local/npm-start/demo.ts';
import { subscribeChannels } from '../../tools/local/npm-start/simulated-channels.ts';
import { startLocal } from '../../tools/local/start.ts';
import { startSimulator } from '../../tools/simulator/start.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { answerFromZone, routedInternet } from './network/internet.ts';
import { startNameServer } from './network/name-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: {
      baseUrl: string;
      assemblyDir: string;
      /** Has each function as `<name>/index.js`. */
      bundleDir: string;
      zoneDir: string;
      dashboardUrl: string;
      /** The origin of the web chat. */
      chatUrl: string;
      /** Members sign in here: see test/support/dashboard/issuer.ts. */
      issuerUrl: string;
      environment: Record<string, string>;
      /** The file with every log line of the functions. */
      logPath: string;
    };
    /** Plays the channels; each workspace of a test has its own accounts there. */
    simulator: { url: string };
  }
}

interface TestService {
  provided: Pick<ProvidedContext, 'service' | 'simulator'>;
  stop: () => Promise<void>;
}

const bundleFixture = (): Promise<string> =>
  bundleOnce(Object.fromEntries(fixtureEndpoints.map(({ name, entry }) => [name, entry])));

const startService = async (): Promise<TestService> => {
  const outDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'));
  const functions = { ...deployed, endpoints: [...deployed.endpoints, ...fixtureEndpoints] };
  const environments = { staging: { ...localParts, ...getSettings('staging') } };
  // The stack tests have built these already.
  const [bundles, filesDir, chatDir] = await Promise.all([bundleFunctions(deployed), buildDashboard(), buildChat()]);
  const bundleDir = join(outDir, 'bundles');
  for (const folder of [bundles, await bundleFixture()]) cpSync(folder, bundleDir, { recursive: true });
  const options = { ...functions, environments, outDir: join(outDir, 'cdk.out'), validate: false };
  const assemblyDir = createApp({ ...options, bundleDir, filesDir, chatDir }).synth().directory;
  const logPath = join(outDir, 'functions.log');
  const logs = createWriteStream(logPath);
  const zoneDir = join(outDir, 'zone');
  const nameServer = await startNameServer(answerFromZone(zoneDir));
  const people = demoMembers.map(({ email, name }) => ({ email, name, isVerified: true }));
  const simulator = await startSimulator({ port: 0 });
  const dashboard = hostDashboard({ port: 0, issuerPort: 0, people, simulatorUrl: simulator.url });
  const local = await startLocal({
    assemblyDir,
    port: 0,
    dataDir: 'memory',
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1', ...routedInternet(nameServer.address) },
    distribution: dashboard.distribution,
    chat: hostChat({ port: 0, buildFiles: async () => chatDir }),
    onLog: (_, line) => void logs.write(`${line}\n`),
  });
  await subscribeChannels(simulator, local);
  const names = [
    'signIn',
    'chatVisitor',
    'chatSite',
    'dashboardFunction',
    'dashboardChannels',
    'dashboardBroadcasts',
    'dashboardContacts',
    'dashboardInbox',
    'dashboardMessages',
    'dashboardSends',
    'dispatchChanges',
    'receiveMsgapp',
    'receiveSocial',
    'sendMessage',
    'copyMedia',
    'runMaintenance',
  ];
  return {
    provided: {
      simulator: { url: simulator.url },
      service: {
        baseUrl: local.baseUrl,
        assemblyDir,
        bundleDir,
        zoneDir,
        dashboardUrl: local.distributionUrl ?? '',
        chatUrl: local.chatUrl ?? '',
        issuerUrl: dashboard.issuerUrl(),
        logPath,
        environment: Object.assign({}, ...names.map(local.readEnvironment)),
      },
    },
    stop: async () => {
      await simulator.stop();
      await local.stop();
      nameServer.stop();
      await dashboard.stop();
      logs.end();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
};

// Each Vitest project loads this module for itself, so the one service of the process is kept on a global.
const shared = globalThis as { testService?: { started: Promise<TestService>; users: number } };

/** Starts the service for the first project that needs it and stops it after the last. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  shared.testService ??= { started: startService(), users: 0 };
  const { testService } = shared;
  testService.users += 1;
  const { provided, stop } = await testService.started;
  project.provide('simulator', provided.simulator);
  project.provide('service', provided.service);
  return async () => {
    testService.users -= 1;
    if (testService.users === 0) await stop();
  };
};
