import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { explainForeignHost, explainForeignOrigin } from '../../loopback/foreign-request.ts';
import type { Authorize } from './authorizer.ts';
import type { Faults, PublishedEvents } from './faults.ts';
import { findNamespace, toPath } from './publish.ts';

interface SocketOptions {
  authorize: Authorize;
  namespaces: ReadonlySet<string>;
  readFaults: () => Faults;
  keepAliveMs?: number;
  connectionTimeoutMs?: number;
}

interface Sockets {
  broadcast: (events: PublishedEvents) => void;
  listSubscriptions: () => string[];
  cutAll: () => void;
  endAll: () => void;
  stop: () => void;
}

interface Client {
  socket: WebSocket;
  /** Channels by the id that the client chose. */
  subscriptions: Map<string, string>;
  /** The other side cannot tell it from a network that lost everything. */
  isCut: boolean;
}

const protocol = 'aws-appsync-event-ws';

/** What AppSync says and does. */
const usualTimes = { keepAliveMs: 60_000, connectionTimeoutMs: 300_000 };

/** Speaks AppSync's protocol over sockets: docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol. */
export const startSockets = (server: Server, options: SocketOptions): Sockets => {
  const { authorize, readFaults } = options;
  const { keepAliveMs, connectionTimeoutMs } = { ...usualTimes, ...options };
  const clients = new Set<Client>();
  const upgrader = new WebSocketServer({ noServer: true, handleProtocols: () => protocol, maxPayload: 1_000_000 });
  const connect = (socket: WebSocket): void => {
    const client: Client = { socket, subscriptions: new Map(), isCut: false };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('message', (data) => void answerMessage(client, String(data), { ...options, connectionTimeoutMs }));
  };
  server.on('upgrade', async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    if (readFaults().isDown) return stream.destroy();
    const refusal = explainRefusal(request);
    if (refusal) return refuse(stream, ...refusal);
    const isAuthorized = await authorize(readHeader(request), { operation: 'EVENT_CONNECT' });
    // The client may have left, or the server may be down by now.
    if (stream.destroyed || readFaults().isDown) return stream.destroy();
    return upgrader.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => socket.terminate());
      if (isAuthorized) return connect(socket);
      socket.send(JSON.stringify({ type: 'connection_error', errors: [unauthorized] }));
      socket.close();
    });
  });
  const keepAlive = setInterval(() => {
    for (const client of clients) send(client, { type: 'ka' });
  }, keepAliveMs);
  const endAll = (): void => {
    for (const { socket } of clients) socket.terminate();
  };
  return {
    broadcast: createBroadcast(clients, readFaults),
    listSubscriptions: () =>
      [...clients].flatMap(({ isCut, subscriptions }) => (isCut ? [] : [...subscriptions.values()])),
    cutAll: () => {
      for (const client of clients) {
        client.isCut = true;
        client.socket.pause();
      }
    },
    endAll,
    stop: () => {
      clearInterval(keepAlive);
      endAll();
    },
  };
};

const unauthorized = {
  errorType: 'UnauthorizedException',
  errorCode: 401,
  message: 'You are not authorized to make this call.',
};

const explainRefusal = (request: IncomingMessage): [status: number, reason: string] | undefined => {
  const fault = explainForeignHost(request) ?? explainForeignOrigin(request);
  if (fault !== undefined) return [403, fault];
  if (request.url !== '/event/realtime') return [404, 'The address of sockets is /event/realtime.'];
  return listProtocols(request).includes(protocol) ? undefined : [400, `Ask for the subprotocol ${protocol}.`];
};

const refuse = (stream: Duplex, status: number, reason: string): void => {
  const headers = `Connection: close\r\nContent-Length: ${Buffer.byteLength(reason)}`;
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${reason}`);
};

const listProtocols = ({ headers }: IncomingMessage): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());

const headerPrefix = 'header-';

const readHeader = (request: IncomingMessage): unknown => {
  const encoded = listProtocols(request).find((name) => name.startsWith(headerPrefix));
  return parse(Buffer.from(encoded?.slice(headerPrefix.length) ?? '', 'base64url').toString());
};

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const send = ({ socket, isCut }: Client, message: Record<string, unknown>): void => {
  if (!isCut && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};

const id = z.string().min(1).max(128);
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init') }),
  z.object({ type: z.literal('subscribe'), id, channel: z.string(), authorization: z.unknown() }),
  z.object({ type: z.literal('unsubscribe'), id }),
]);

type Message = z.infer<typeof messageSchema>;

const answerMessage = async (
  client: Client,
  json: string,
  options: SocketOptions & { connectionTimeoutMs: number },
): Promise<void> => {
  const { success, data } = messageSchema.safeParse(parse(json));
  if (!success) return send(client, { type: 'error', errors: [unsupported] });
  if (data.type === 'subscribe') return subscribe(client, data, options);
  if (data.type === 'unsubscribe') return unsubscribe(client, data.id);
  return send(client, { type: 'connection_ack', connectionTimeoutMs: options.connectionTimeoutMs });
};

const unsupported = {
  errorType: 'UnsupportedOperation',
  message: 'Operation not supported through the realtime channel.',
};

const subscribe = async (
  client: Client,
  { id, channel, authorization }: Extract<Message, { type: 'subscribe' }>,
  { authorize, namespaces }: SocketOptions,
): Promise<void> => {
  const fail = (error: Record<string, unknown>): void => send(client, { type: 'subscribe_error', id, errors: [error] });
  if (client.subscriptions.has(id))
    return fail({ errorType: 'DuplicatedOperationError', message: `Duplicated operation id ${id}.` });
  const channelNamespaceName = findNamespace(channel, namespaces);
  // AppSync also knows wildcards at the end of a channel; our authorizer allows none.
  if (channelNamespaceName === undefined)
    return fail({ errorType: 'BadRequestException', message: `There is no channel ${channel}.` });
  const asked = { operation: 'EVENT_SUBSCRIBE', channel: toPath(channel), channelNamespaceName } as const;
  if (!(await authorize(authorization, asked))) return fail(unauthorized);
  client.subscriptions.set(id, toPath(channel));
  return send(client, { type: 'subscribe_success', id });
};

const unsubscribe = (client: Client, id: string): void => {
  const error = { errorType: 'UnknownOperationError', message: `Unknown operation id ${id}.` };
  if (client.subscriptions.delete(id)) send(client, { type: 'unsubscribe_success', id });
  else send(client, { type: 'unsubscribe_error', id, errors: [error] });
};

const createBroadcast = (clients: ReadonlySet<Client>, readFaults: () => Faults): Sockets['broadcast'] => {
  let [faults, turn] = [readFaults(), 0];
  const deliver = (channel: string, event: string): void => {
    for (const client of clients)
      for (const [id, subscribed] of client.subscriptions)
        if (subscribed === channel) send(client, { type: 'data', id, event });
  };
  return ({ channel, events }) => {
    for (const event of events) {
      if (faults !== readFaults()) [faults, turn] = [readFaults(), 0];
      const { copies, delaysMs } = faults;
      const delayMs = delaysMs[turn++ % delaysMs.length] ?? 0;
      const deliverCopies = (): void => {
        for (let copy = 0; copy < copies; copy += 1) deliver(channel, event);
      };
      if (delayMs === 0) deliverCopies();
      else setTimeout(deliverCopies, delayMs).unref();
    }
  };
};
