import type { OperationLogLine } from '../log-lines.ts';
import { logProgress } from '../run.ts';
import { type BenchService, shortVisibilitySeconds, startService } from '../service.ts';

export interface BroadcastService extends Omit<BenchService, 'lines'> {
  lines: OperationLogLine[];
  killSenders: () => Promise<void>;
}

/** This process gets the environment of checkBroadcast as well, to call its verbs. */
export const startBroadcastService = async (assemblyDir: string): Promise<BroadcastService> => {
  const lines: OperationLogLine[] = [];
  const service = await startService(assemblyDir, {
    visibilitySecondsMax: shortVisibilitySeconds,
    onLine: (line) => {
      lines.push(line);
      if (line.level === 'error') logError(line);
    },
  });
  Object.assign(process.env, service.local.readEnvironment('checkBroadcast'));
  return { ...service, lines, killSenders: () => service.local.kill('sendBroadcast') };
};

/** On an overloaded machine calls time out, which explains odd numbers. */
const logError = ({ operation = '', message = '', error }: OperationLogLine): void =>
  logProgress(`  ${[operation, message, error?.name, error?.message].filter(Boolean).join(' ').slice(0, 160)}`);
