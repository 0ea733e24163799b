/** Where to listen, with a ticket for a minute. */
export interface Address {
  url: string;
  host: string;
  channel: string;
  ticket: string;
}

export type Hint = { kind: 'conversation' } | { kind: 'typing'; name: string };

interface SocketEvents {
  onSubscribed: () => void;
  onHints: (hints: Hint[]) => void;
  /** Once. Nothing else comes after it, nor after `close`. */
  onEnd: () => void;
}

const connectMsMax = 10_000;

/** https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html */
export const openSocket = ({ url, host, channel, ticket }: Address, events: SocketEvents) => {
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

  const receive = ({ type, connectionTimeoutMs, event }: Received): void => {
    if (type === 'connection_ack') {
      if (connectionTimeoutMs) silenceMsMax = connectionTimeoutMs;
      send({ type: 'subscribe', id: String(Math.random()), channel, authorization });
    }
    if (type === 'subscribe_success') {
      isSubscribed = true;
      events.onSubscribed();
    }
    if (type === 'data') events.onHints(toHints(event));
    if (type?.endsWith('error')) end();
  };

  socket.onopen = () => send({ type: 'connection_init' });
  socket.onmessage = ({ data }) => {
    if (isOver) return;
    receive(Object(parse(data)));
    if (isOver || !isSubscribed) return;
    clearTimeout(timer);
    timer = setTimeout(end, silenceMsMax);
  };
  socket.onerror = socket.onclose = end;
  return { close };
};

interface Received {
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
