import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { explainForeignRequest } from '../loopback/foreign-request.ts';
import { type Account, type Channel, channels, createAccounts } from './accounts.ts';
import { createMediaStore } from './channel/media-store.ts';
import { refuse, SimulatedRefusal } from './channel/refusal.ts';
import { channelRoutes } from './channel/routes.ts';
import { controlRoutes } from './control/routes.ts';
import { createCustomers } from './customers.ts';
import { defaultAccounts, defaultReceiptDelays, defaultRetry } from './defaults.ts';
import { createSwitchStore, type Switches } from './fault-switches.ts';
import { createRouter, json, type Reply } from './http/route.ts';
import {
  createBuiltInReceiver,
  createSentMessages,
  createThrottleCount,
  type ReceiptDelays,
  type Simulation,
} from './simulation.ts';
import { SimulatorError } from './simulator-error.ts';
import { defaultTemplates } from './templates/default-templates.ts';
import { createTemplateStore } from './templates/template-store.ts';
import { createTimers, type RetryPolicy } from './webhooks/delivery.ts';
import { createWebhooks, subscribe, type WebhookInput, withDefaultSecrets } from './webhooks/webhooks.ts';

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
    countThrottled: createThrottleCount(),
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

/** Ends requests that hang on purpose, too. */
const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

const findRoute = createRouter([...channelRoutes, ...controlRoutes]);

const createSimulatorServer = (simulation: Simulation): Server => {
  const server = createServer((message, response) => {
    handleRequest(message, simulation).then(
      (reply) => send(response, reply),
      (error) => {
        // An incomplete message means the caller disconnected; anything else is a bug here.
        if (message.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        response.destroy();
      },
    );
  });
  // Node's default of 5 s breaks pooled callers.
  server.keepAliveTimeout = 60_000;
  return server;
};

const handleRequest = async (message: IncomingMessage, simulation: Simulation): Promise<Reply> => {
  const { pathname: path, searchParams: query } = new URL(message.url ?? '/', 'http://127.0.0.1');
  const { method = 'GET', headers } = message;
  try {
    const fault = explainForeignRequest(message);
    if (fault !== undefined) throw new SimulatorError('forbidden', fault);
    const body = await readBody(message);
    if (!body) throw new SimulatorError('bad_request', 'The body must not be larger than 100 MB.');
    const match = findRoute(method, path);
    if (!match) throw unknownPathError(method, path);
    return await match.route.handle({ method, path, query, headers, id: match.id, body }, simulation);
  } catch (error) {
    return toErrorReply(error);
  }
};

/** An inbound message may carry a file. */
const bodyBytesMax = 101 * 1024 * 1024;

const readBody = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const unknownPathError = (method: string, path: string): Error =>
  /^\/v\d/.test(path)
    ? refuse(2500, { message: `Unknown path components: ${path}` })
    : new SimulatorError('not_found', `Unknown path or method: ${method} ${path}. GET / lists the control API.`);

const toErrorReply = (error: unknown): Reply => {
  if (error instanceof SimulatedRefusal)
    return { kind: 'json', status: error.http, body: error.body, headers: error.headers };
  if (!(error instanceof SimulatorError)) throw error;
  return json({ error: { code: error.code, message: error.message } }, error.status);
};

const send = (response: ServerResponse, reply: Reply): void => {
  if (reply.kind === 'hang') return;
  if (reply.kind === 'drop') return void response.destroy();
  if (reply.kind === 'file') return void response.writeHead(200, { 'Content-Type': reply.mimeType }).end(reply.bytes);
  const headers = { 'Content-Type': 'application/json; charset=UTF-8', ...reply.headers };
  response.writeHead(reply.status, headers).end(JSON.stringify(reply.body));
};
