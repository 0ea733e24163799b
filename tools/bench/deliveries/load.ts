import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LogLine } from '../log-lines.ts';
import { type BenchService, startService } from '../service.ts';
import type { ReceivedDelivery } from './receiver.ts';

/** The delivery fields are set by deliverWebhook only. */
interface DeliveryLogLine extends LogLine {
  operation?: string;
  outcome?: string;
  attempt_number?: number;
  receive_count?: number;
}

export interface DeliveryService extends BenchService {
  logLines: DeliveryLogLine[];
  receiverUrl: string;
  drainArrivals: () => Promise<ReceivedDelivery[]>;
}

export const startDeliveryService = async (assemblyDir: string): Promise<DeliveryService> => {
  const logLines: DeliveryLogLine[] = [];
  const service = await startService(assemblyDir, {
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1', LOG_LEVEL: 'info' },
    onLine: (line) => void logLines.push(line),
  });
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
  const [port] = await once(receiver, 'message');
  return {
    ...service,
    logLines,
    receiverUrl: `http://127.0.0.1:${port}`,
    drainArrivals: () => requestArrivals(receiver),
    close: async () => {
      receiver.disconnect();
      await service.close();
    },
  };
};

const requestArrivals = async (receiver: ChildProcess): Promise<ReceivedDelivery[]> => {
  const reply = once(receiver, 'message');
  receiver.send('arrivals');
  const [arrivals] = await reply;
  return arrivals;
};
