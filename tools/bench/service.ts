import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type localParts, synthesize } from '../../lib/app.ts';
import type { LocalOptions, LocalRuntime } from '../local/host-assembly.ts';
import { subscribeChannels } from '../local/npm-start/simulated-channels.ts';
import { startLocal } from '../local/start.ts';
import { startSimulator } from '../simulator/start.ts';
import { type BenchWorkspace, makeWorkspace } from './endpoints/workspace.ts';
import { type LogLine, type LogLines, type OperationLogLine, parseLogLine } from './log-lines.ts';

export interface BenchService {
  lines: LogLines;
  local: LocalRuntime;
  simulatorUrl: string;
  makeWorkspace: () => Promise<BenchWorkspace>;
  close: () => Promise<void>;
}

interface ServiceOptions extends Pick<LocalOptions, 'visibilitySecondsMax' | 'distribution' | 'chat'> {
  parts?: typeof localParts;
  /** Gets every line, jobs included. */
  onLine?: (line: OperationLogLine) => void;
}

/** Jobs of a killed worker return after this time. It exceeds the function timeout of 30 s, or two workers could run a job. */
export const shortVisibilitySeconds = 35;

/** Starts the service in memory and points this process at it, so a process can start only one. */
export const startService = async (
  assemblyDir: string,
  { onLine, parts, ...options }: ServiceOptions = {},
): Promise<BenchService> => {
  const lines = new Map<string, LogLine>();
  const onLog = (_: string, text: string) => {
    const line = parseLogLine(text);
    onLine?.(line);
    // A job has the id of the request that caused it.
    if (line.message_id === undefined) lines.set(line.request_id ?? '', line);
  };
  const local = await startLocal({
    assemblyDir: await synthesize('staging', assemblyDir, parts),
    port: 0,
    dataDir: 'memory',
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1' },
    ...options,
    onLog,
  });
  const simulator = await startSimulator({ port: 0 });
  await subscribeChannels(simulator, local);
  // Workspaces need the secrets of channels, and webhooks the other ones.
  for (const name of ['createWebhook', 'sendMessage']) Object.assign(process.env, local.readEnvironment(name));
  return {
    lines,
    local,
    simulatorUrl: simulator.url,
    makeWorkspace: () => makeWorkspace(local.baseUrl, simulator.url),
    close: async () => {
      await simulator.stop();
      await local.stop();
    },
  };
};

/** Writes to stderr, because stdout has only the findings. */
export const logProgress = (text: string): void => void process.stderr.write(`${text}\n`);

export const withTempDir = async <Result>(run: (tempDir: string) => Promise<Result>): Promise<Result> => {
  const tempDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    return await run(tempDir);
  } finally {
    rmSync(tempDir, { recursive: true, force: true });
  }
};

export const withService = async <Service extends { close: () => Promise<void> }, Result>(
  start: () => Promise<Service>,
  run: (service: Service) => Promise<Result>,
): Promise<Result> => {
  logProgress('Starting the service…');
  const service = await start();
  try {
    return await run(service);
  } finally {
    await service.close();
  }
};
