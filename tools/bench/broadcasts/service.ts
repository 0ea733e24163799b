import { synthesize } from '../../../lib/app.ts';
import { subscribeChannels } from '../../local/npm-start/simulated-channels.ts';
import { startLocal } from '../../local/start.ts';
import { startSimulator } from '../../simulator/start.ts';
import { type BenchWorkspace, makeWorkspace } from '../endpoints/workspace.ts';
import { type LogLine, parseLogLine } from '../log-lines.ts';
import { logProgress } from '../run.ts';

/** A line of any function. */
export interface OperationLogLine extends LogLine {
  operation?: string;
  level?: string;
  message?: string;
  error?: { name: string; message: string };
}

/** What goes wrong on the way belongs beside the numbers: on a machine that is too busy, calls run out of time. */
const logError = ({ operation = '', message = '', error }: OperationLogLine): void =>
  logProgress(`  ${[operation, message, error?.name, error?.message].filter(Boolean).join(' ').slice(0, 160)}`);

export interface BroadcastService {
  lines: OperationLogLine[];
  simulatorUrl: string;
  makeWorkspace: () => Promise<BenchWorkspace>;
  /** Ends all lanes in the middle of what they do. */
  killSenders: () => Promise<void>;
  close: () => Promise<void>;
}

/** A function may run for 30 s: a message that came back sooner could be worked on by two. */
export const visibilitySecondsMax = 35;

/** The real service in memory with simulated channels; this process may do what senders and operators may. */
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
