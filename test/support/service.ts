import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { consumers } from '../../functions/consumers/consumers.ts';
import { receivers } from '../../functions/receivers/receivers.ts';
import { synthesizeApp } from '../../lib/app.ts';
import { startLocal } from '../../tools/local/start.ts';
import { startSimulator } from '../../tools/simulator/start.ts';
import { allEndpoints } from './fixture/endpoints.ts';
import { subscribeChannels } from './subscribe-channels.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: {
      baseUrl: string;
      environment: Record<string, string>;
      /** The file with every line that the functions log. */
      logPath: string;
    };
    /** Stands in for the channels; each workspace of a test gets accounts of its own there. */
    simulator: { url: string };
  }
}

/** Starts the service once for all tests: the deployed template on real engines, with a few endpoints for tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const outDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'));
  const assemblyDir = synthesizeApp({
    environments: ['staging'],
    endpoints: [...allEndpoints, ...receivers],
    consumers,
    outDir,
    validate: false,
  });
  const logPath = join(outDir, 'functions.log');
  const logs = createWriteStream(logPath);
  const local = await startLocal({
    assemblyDir,
    port: 0,
    dataDir: 'memory',
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1' },
    onLog: (_, line) => void logs.write(`${line}\n`),
  });
  const simulator = await startSimulator({ port: 0 });
  await subscribeChannels(local, simulator);
  project.provide('simulator', { url: simulator.url });
  project.provide('service', {
    baseUrl: local.baseUrl,
    logPath,
    environment: Object.assign(
      {},
      ...['dispatchChanges', 'receiveMsgapp', 'receiveSocial', 'sendMessage'].map(local.readEnvironment),
    ),
  });
  return async () => {
    await simulator.stop();
    await local.stop();
    logs.end();
    rmSync(outDir, { recursive: true, force: true });
  };
};
