import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { synthesize } from '../../lib/synthesize.ts';
import { startLocal } from '../local/start.ts';
import type { Arrival } from './delivery-receiver.ts';
import type { LogLine } from './endpoints.ts';

/** A line of the consumer that delivers, or one that tells of an attempt. */
interface DeliveryLine extends LogLine {
  consumer?: string;
  message: string;
  done?: boolean;
}

export interface DeliveryStage {
  lines: DeliveryLine[];
  receiverUrl: string;
  /** What has arrived since the last time that it was asked. */
  takeArrivals: () => Promise<Arrival[]>;
  close: () => Promise<void>;
}

/** The real service, which may deliver to this machine, and a process that receives. */
export const openDeliveryStage = async (assemblyDir: string): Promise<DeliveryStage> => {
  const lines: DeliveryLine[] = [];
  const local = await startLocal({
    assemblyDir: await synthesize('staging', assemblyDir),
    port: 0,
    dataDir: 'memory',
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1', LOG_LEVEL: 'info' },
    onLog: (_, line) => void lines.push(JSON.parse(line)),
  });
  Object.assign(process.env, local.environmentOf('deliverWebhook'));
  const receiver = fork(join(import.meta.dirname, 'delivery-receiver.ts'));
  const [port] = await once(receiver, 'message');
  return {
    lines,
    receiverUrl: `http://127.0.0.1:${port}`,
    takeArrivals: () => ask(receiver),
    close: async () => {
      receiver.disconnect();
      await local.stop();
    },
  };
};

const ask = async (receiver: ChildProcess): Promise<Arrival[]> => {
  const answer = once(receiver, 'message');
  receiver.send('arrivals');
  const [arrivals] = await answer;
  return arrivals;
};
