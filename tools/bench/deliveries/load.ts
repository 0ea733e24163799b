import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchService, startService } from '../service.ts';
import type { ReceivedDelivery } from './receiver.ts';

export interface DeliveryService extends BenchService {
  receiverUrl: string;
  drainArrivals: () => Promise<ReceivedDelivery[]>;
  killWorkers: () => Promise<void>;
  /** The variables of deliverWebhook, to run it outside the service. */
  deliverEnvironment: Record<string, string>;
}

export const startDeliveryService = async (
  assemblyDir: string,
  visibilitySecondsMax?: number,
): Promise<DeliveryService> => {
  const service = await startService(assemblyDir, {
    extraEnvironment: { LOG_LEVEL: 'info' },
    ...(visibilitySecondsMax === undefined ? {} : { visibilitySecondsMax }),
  });
  // This process creates webhooks, whose secrets it encrypts.
  Object.assign(process.env, service.local.readEnvironment('createWebhook'));
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
  const [port] = await once(receiver, 'message');
  return {
    ...service,
    receiverUrl: `http://127.0.0.1:${port}`,
    drainArrivals: () => requestArrivals(receiver),
    killWorkers: () => service.local.kill('deliverWebhook'),
    deliverEnvironment: service.local.readEnvironment('deliverWebhook'),
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
