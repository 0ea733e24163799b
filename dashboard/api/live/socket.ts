import type { Hint } from '../../../functions/model/hints/hint.ts';

/** Where to listen, with a ticket for a minute. */
export interface SocketAddress {
  url: string;
  host: string;
  channel: string;
  ticket: string;
}

interface SocketEvents {
  /** From now on no hint is missed. `silenceMsMax` is the time after which a silent socket is dead. */
  onSubscribed: (silenceMsMax: number) => void;
  /** Called after each message, such as the keep-alive of every minute. */
  onAlive: () => void;
  onHints: (hints: Hint[]) => void;
  /** Called once. No other call follows it, and none follows `close`. */
  onEnd: () => void;
}

/** A socket that has not got its channel by then counts as dead. */
export const connectMsMax = 10_000;

/** https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html */
export const openSocket = ({ url, host, channel, ticket }: SocketAddress, events: SocketEvents) => {
  const authorization = { host, Authorization: ticket };
  const socket = new WebSocket(url, ['aws-appsync-event-ws', `header-${toBase64Url(JSON.stringify(authorization))}`]);
  let isOver = false;
  let isSubscribed = false;
  let silenceMsMax = 300_000;
  const close = (): void => {
    isOver = true;
    clearTimeout(timer);
    socket.close();
  };
  const end = (): void => {
    if (isOver) return;
    close();
    events.onEnd();
  };
  let timer = setTimeout(end, connectMsMax);
  const send = (message: object): void => socket.send(JSON.stringify(message));

  const receive = ({ type, connectionTimeoutMs, event }: Message): void => {
    if (type === 'connection_ack') {
      if (connectionTimeoutMs) silenceMsMax = connectionTimeoutMs;
      send({ type: 'subscribe', id: crypto.randomUUID(), channel, authorization });
    }
    if (type === 'subscribe_success') {
      isSubscribed = true;
      events.onSubscribed(silenceMsMax);
    }
    if (type === 'data') events.onHints(toHints(event));
    if (type?.endsWith('error')) end();
  };

  socket.addEventListener('open', () => send({ type: 'connection_init' }));
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    if (isOver) return;
    receive(Object(parse(data)));
    if (isOver || !isSubscribed) return;
    clearTimeout(timer);
    timer = setTimeout(end, silenceMsMax);
    events.onAlive();
  });
  socket.addEventListener('error', end);
  socket.addEventListener('close', end);
  return { close };
};

interface Message {
  type?: string;
  connectionTimeoutMs?: number;
  event?: unknown;
}

/** An event is a text with hints, or a list of such texts. */
const toHints = (value: unknown): Hint[] => {
  if (typeof value === 'string') return toHints(parse(value));
  if (Array.isArray(value)) return value.flatMap(toHints);
  return typeof Object(value).kind === 'string' ? [value as Hint] : [];
};

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
};

const toBase64Url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
