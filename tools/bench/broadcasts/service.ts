import { synthesize } from '../../../lib/app.ts';
import { subscribeChannels } from '../../local/npm-start/simulated-channels.ts';
import { startLocal } from '../../local/start.ts';
import { startSimulator } from '../../simulator/start.ts';
import { type BenchWorkspace, makeWorkspace } from '../endpoints/workspace.ts';
import { type LogLine, parseLogLine } from '../log-lines.ts';
import { logProgress } from '../run.ts';

export interface OperationLogLine extends LogLine {
  operation?: string;
  level?: string;
  message?: string;
  error?: { name: string; message: string };
}

/** On an overloaded machine calls time out, which explains odd numbers. */
const logError = ({ operation = '', message = '', error }: OperationLogLine): void =>
  logProgress(`  ${[operation, message, error?.name, error?.message].filter(Boolean).join(' ').slice(0, 160)}`);

export interface BroadcastService {
  lines: OperationLogLine[];
  simulatorUrl: string;
  makeWorkspace: () => Promise<BenchWorkspace>;
  killSenders: () => Promise<void>;
  close: () => Promise<void>;
}

/** Above the function timeout of 30 s, or two workers could run the same job. */
export const visibilitySecondsMax = 35;

/** This process gets the environment of sendMessage and checkBroadcast, to call their verbs. */
export const startBroadcastService = async (assemblyDir: string): Promise<BroadcastService> => {
  const lines: OperationLogLine[] = [];
  const local = await startLocal({
    assemblyDir: await synthesize('staging', assemblyDir),
    port: 0,
    dataDir: 'memory',
    visibilitySecondsMax,
    onLog: (_, text) => {
      const line: OperationLogLine = parseLogLine(text);
      lines.push(line);
      if (line.level === 'error') logError(line);
    },
  });
  const simulator = await startSimulator({ port: 0 });
  await subscribeChannels(simulator, local);
  Object.assign(process.env, local.readEnvironment('sendMessage'), local.readEnvironment('checkBroadcast'));
  return {
    lines,
    simulatorUrl: simulator.url,
    makeWorkspace: () => makeWorkspace(local.baseUrl, simulator.url),
    killSenders: () => local.kill('sendBroadcast'),
    close: async () => {
      await simulator.stop();
      await local.stop();
    },
  };
};
