import { synthesize } from '../../../lib/app.ts';
import { subscribeChannels } from '../../local/npm-start/simulated-channels.ts';
import { startLocal } from '../../local/start.ts';
import { startSimulator } from '../../simulator/start.ts';
import { makeWorkspace, type Workspace } from '../endpoints/workspace.ts';
import { type LogLine, parseLine } from '../log-lines.ts';
import { say } from '../run.ts';

/** A line of any function. */
export interface OperationLine extends LogLine {
  operation?: string;
  level?: string;
  message?: string;
  error?: { name: string; message: string };
}

/** What goes wrong on the way belongs beside the numbers: on a machine that is too busy, calls run out of time. */
const complain = ({ operation = '', message = '', error }: OperationLine): void =>
  say(`  ${[operation, message, error?.name, error?.message].filter(Boolean).join(' ').slice(0, 160)}`);

export interface BroadcastStage {
  lines: OperationLine[];
  simulatorUrl: string;
  makeWorkspace: () => Promise<Workspace>;
  /** Ends all lanes in the middle of what they do. */
  killSenders: () => Promise<void>;
  close: () => Promise<void>;
}

/** A function may run for 30 s: a message that came back sooner could be worked on by two. */
export const visibilitySecondsMax = 35;

/** The real service in memory with simulated channels; this process may do what senders and operators may. */
export const openBroadcastStage = async (assemblyDir: string): Promise<BroadcastStage> => {
  const lines: OperationLine[] = [];
  const local = await startLocal({
    assemblyDir: await synthesize('staging', assemblyDir),
    port: 0,
    dataDir: 'memory',
    visibilitySecondsMax,
    onLog: (_, text) => {
      const line: OperationLine = parseLine(text);
      lines.push(line);
      if (line.level === 'error') complain(line);
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
