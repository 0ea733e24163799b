import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Account, type Channel, channels, createAccounts } from './accounts.ts';
import { createBuiltInReceiver } from './built-in-receiver.ts';
import { createMediaStore } from './channel/media-store.ts';
import { createRateLimiter } from './channel/rate-limiter.ts';
import { createCustomers } from './customers.ts';
import { defaultAccounts, defaultReceiptDelays, defaultRetry } from './defaults.ts';
import { createSwitchStore, type Switches } from './fault-switches.ts';
import { createSimulatorServer } from './http/server.ts';
import { createSentMessages } from './sent-messages.ts';
import type { ReceiptDelays, Simulation } from './simulation.ts';
import { SimulatorError } from './simulator-error.ts';
import { subscribe, type WebhookInput, withDefaultSecrets } from './subscribe.ts';
import { defaultTemplates } from './templates/default-templates.ts';
import { createTemplateStore } from './templates/store.ts';
import { createTimers } from './timers.ts';
import type { RetryPolicy } from './webhooks/delivery.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export interface SimulatorOptions {
  port: number;
  accounts?: readonly Account[];
  /** Set without a handshake, because the receivers may not run yet. */
  webhooks?: Partial<Record<Channel, WebhookInput>>;
  receipts?: Partial<ReceiptDelays>;
  switches?: Partial<Switches>;
  retry?: Partial<RetryPolicy>;
  clock?: { now: () => number };
}

export interface Simulator {
  url: string;
  subscribe: (channel: Channel, webhook: WebhookInput) => Promise<void>;
  stop: () => Promise<void>;
}

export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  let url = '';
  const simulation = createSimulation(options, () => url);
  const { webhooks, timers } = simulation;
  for (const channel of channels) {
    const webhook = options.webhooks?.[channel];
    if (webhook) webhooks.set(channel, withDefaultSecrets(channel, webhook));
  }
  const server = createSimulatorServer(simulation);
  url = `http://127.0.0.1:${await listen(server, options.port)}`;
  return {
    url,
    subscribe: (channel, webhook) => subscribe(webhooks, channel, webhook),
    stop: async () => {
      timers.stop();
      webhooks.stop();
      await close(server);
    },
  };
};

const createSimulation = (options: SimulatorOptions, url: () => string): Simulation => {
  const now = () => (options.clock ?? Date).now();
  const timers = createTimers();
  const switches = createSwitchStore(options.switches);
  const retry = { ...defaultRetry, ...options.retry };
  return {
    now,
    url,
    receiptDelays: { ...defaultReceiptDelays, ...options.receipts },
    accounts: createAccounts(options.accounts ?? defaultAccounts),
    media: createMediaStore(now),
    customers: createCustomers(now),
    rateLimiter: createRateLimiter(now),
    receiver: createBuiltInReceiver(),
    sent: createSentMessages(),
    switches,
    templates: createTemplateStore(defaultTemplates),
    timers,
    webhooks: createWebhooks({ now, timers, retry, switchesFor: switches.forAccount }),
  };
};

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new SimulatorError('port_in_use', `The simulator cannot use port ${port}: it is in use.`);
    }
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port.');
  return address.port;
};

/** Also ends requests that hang on purpose. */
const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
