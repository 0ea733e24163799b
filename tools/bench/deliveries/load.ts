import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LogLine } from '../log-lines.ts';
import { type BenchService, startService } from '../service.ts';
import type { Arrival } from './receiver.ts';

/** A line of any function; those of the one that delivers tell what came of it. */
interface DeliveryLine extends LogLine {
  operation?: string;
  outcome?: string;
  attempt_number?: number;
  receive_count?: number;
}

export interface DeliveryStage extends BenchService {
  /** In the order in which they came. */
  heard: DeliveryLine[];
  receiverUrl: string;
  /** What has arrived since the last time that it was asked. */
  takeArrivals: () => Promise<Arrival[]>;
}

/** The real service, which may deliver to this machine, and a process that receives. */
export const openDeliveryStage = async (assemblyDir: string): Promise<DeliveryStage> => {
  const heard: DeliveryLine[] = [];
  const service = await startService(assemblyDir, {
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1', LOG_LEVEL: 'info' },
    onLine: (line) => void heard.push(line),
  });
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
  const [port] = await once(receiver, 'message');
  return {
    ...service,
    heard,
    receiverUrl: `http://127.0.0.1:${port}`,
    takeArrivals: () => ask(receiver),
    close: async () => {
      receiver.disconnect();
      await service.close();
    },
  };
};

const ask = async (receiver: ChildProcess): Promise<Arrival[]> => {
  const answer = once(receiver, 'message');
  receiver.send('arrivals');
  const [arrivals] = await answer;
  return arrivals;
};
