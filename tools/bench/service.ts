import { synthesize } from '../../lib/app.ts';
import { subscribeChannels } from '../local/npm-start/simulated-channels.ts';
import { startLocal } from '../local/start.ts';
import { startSimulator } from '../simulator/start.ts';
import { makeWorkspace, type Workspace } from './endpoints/workspace.ts';
import { type Lines, type LogLine, parseLine } from './log-lines.ts';

/** A running service, what its functions log, and workspaces to call it with. */
export interface Stage {
  lines: Lines;
  simulatorUrl: string;
  makeWorkspace: () => Promise<Workspace>;
  close: () => Promise<void>;
}

interface StageOptions {
  extraEnvironment?: Record<string, string>;
  /** Hears every line, those without a request too. */
  onLine?: (line: LogLine) => void;
}

/** Starts the real service in memory and points this process at it: there can be one in the life of a process. */
export const openStage = async (
  assemblyDir: string,
  { extraEnvironment = {}, onLine }: StageOptions = {},
): Promise<Stage> => {
  const lines = new Map<string, LogLine>();
  const onLog = (_: string, text: string) => {
    const line = parseLine(text);
    lines.set(line.request_id ?? '', line);
    onLine?.(line);
  };
  const local = await startLocal({
    assemblyDir: await synthesize('staging', assemblyDir),
    port: 0,
    dataDir: 'memory',
    extraEnvironment,
    onLog,
  });
  const simulator = await startSimulator({ port: 0 });
  await subscribeChannels(simulator, local);
  Object.assign(process.env, local.readEnvironment('sendMessage'));
  return {
    lines,
    simulatorUrl: simulator.url,
    makeWorkspace: () => makeWorkspace(local.baseUrl, simulator.url),
    close: async () => {
      await simulator.stop();
      await local.stop();
    },
  };
};
