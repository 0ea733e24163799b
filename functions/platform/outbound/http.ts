import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net';
import { clock } from '../clock.ts';
import { ipv4FirstLookup } from './dns.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Covers DNS lookup, connection, request and the whole response. */
  timeoutMs: number;
  bodyBytesMax: number;
  lookup?: LookupFunction;
  signal?: AbortSignal;
}

export type HttpResult = HttpResponse | HttpFailure;

export interface HttpResponse {
  outcome: 'answered';
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface HttpFailure {
  outcome: 'failed';
  reason: 'timeout' | 'connection';
  code: string;
  sent: boolean;
  status: number | undefined;
}

/** Sends one request over a keep-alive connection. Never throws for what the peer or the network does. */
export const sendRequest = async (request: HttpRequest): Promise<HttpResult> => {
  const progress: Progress = { sent: false, status: undefined, hasTimedOut: false };
  const outgoing = openRequest(request);
  trackSending(outgoing, request.url, progress);
  limitResponseHead(outgoing);
  const { timeout, timer } = startTimeout(outgoing, request, progress);
  try {
    return await Promise.race([exchange(outgoing, request, progress), timeout]);
  } catch (error) {
    const { sent, status, hasTimedOut } = progress;
    const cause = hasTimedOut
      ? ({ reason: 'timeout', code: 'ETIMEDOUT' } as const)
      : ({ reason: 'connection', code: readErrorCode(error) } as const);
    return { outcome: 'failed', ...cause, sent, status };
  } finally {
    clearTimeout(timer);
  }
};

interface Progress {
  sent: boolean;
  status: number | undefined;
  hasTimedOut: boolean;
}

const exchange = async (
  outgoing: http.ClientRequest,
  { body, bodyBytesMax }: HttpRequest,
  progress: Progress,
): Promise<HttpResponse> => {
  const [response] = (await once(outgoing.end(body), 'response')) as [http.IncomingMessage];
  throwIfFlooded(outgoing);
  const status = response.statusCode ?? 0;
  progress.status = status;
  lastUsedAtMs.set(response.socket, clock.now());
  return { outcome: 'answered', status, headers: response.headers, body: await readBody(response, bodyBytesMax) };
};

const anyLookup = ipv4FirstLookup();

export const openRequest = ({
  method,
  url,
  headers,
  body,
  timeoutMs,
  lookup = anyLookup,
  signal,
}: HttpRequest): http.ClientRequest => {
  const secure = url.protocol === 'https:';
  const outgoing = (secure ? https.request : http.request)(url, {
    method,
    agent: keepAliveAgent(url.protocol),
    headers: {
      'User-Agent': 'Switchboard/1.0',
      'Accept-Encoding': 'identity',
      ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    },
    lookup,
    ...(signal && { signal }),
    ...connectOptions(timeoutMs),
  });
  // An error after the outcome is decided has no other listener and would end the process.
  outgoing.on('error', () => undefined);
  return outgoing;
};

/** Node gives up an address after 250 ms if the name has another one. Far hosts and lost packets take longer. */
const connectOptions = (timeoutMs: number): Partial<TcpNetConnectOpts> => ({
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: Math.max(1, Math.ceil(timeoutMs)),
});

/** Node buffers a request until its connection is open; on a kept connection it is sent at once. */
const trackSending = (outgoing: http.ClientRequest, { protocol }: URL, progress: Progress): void => {
  const markSent = () => {
    progress.sent = true;
  };
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) markSent();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', markSent);
  });
};

/** Receivers send 100, 102 or 103 a few times at most. */
const informationalResponsesMax = 5;

/** Node limits the headers of one response to 16 KB, but neither the number of 1xx responses nor empty lines. */
const responseHeadBytesMax = 128 * 1024;

export const limitResponseHead = (outgoing: http.ClientRequest): void => {
  let informationalResponses = 0;
  outgoing.on('information', () => {
    informationalResponses += 1;
    if (informationalResponses > informationalResponsesMax) endFlood(outgoing, 'TOO_MANY_INFORMATIONAL_RESPONSES');
  });
  outgoing.once('socket', (socket) => {
    const bytesBefore = socket.bytesRead;
    const check = () => {
      if (socket.bytesRead - bytesBefore > responseHeadBytesMax) endFlood(outgoing, 'RESPONSE_HEAD_TOO_LARGE');
    };
    socket.on('data', check);
    const stop = () => void socket.off('data', check);
    outgoing.once('response', stop).once('close', stop);
  });
};

const floods = new WeakMap<http.ClientRequest, Error>();

const endFlood = (outgoing: http.ClientRequest, code: string): void => {
  if (outgoing.destroyed) return;
  const flood = Object.assign(new Error('The peer sends more than one response.'), { code });
  floods.set(outgoing, flood);
  outgoing.destroy(flood);
};

/** Node reads the rest of a packet even of a request that has ended, so a response may follow a flood. */
export const throwIfFlooded = (outgoing: http.ClientRequest): void => {
  const flood = floods.get(outgoing);
  if (flood) throw flood;
};

/** Rejects by itself: a request that the peer upgrades to another protocol never reports its end. */
const startTimeout = (outgoing: http.ClientRequest, { timeoutMs }: HttpRequest, progress: Progress) => {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    progress.hasTimedOut = true;
    outgoing.destroy();
    reject(new Error('timeout'));
  }, timeoutMs);
  return { timeout, timer };
};

/** Leaving the loop early closes the connection. */
const readBody = async (response: http.IncomingMessage, bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
};

export const readErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNKNOWN';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

const lastUsedAtMs = new WeakMap<Socket, number>();

/** Common servers close an idle connection after five seconds. */
const idleMsMax = 4_000;

/**
 * A server that closes an idle connection while we write a request leaves the outcome of that request unknown. A frozen
 * function neither sees the close nor runs timers, so the age of a connection is checked before every use. If the clock
 * was set back meanwhile, the age is not known.
 */
const keepAliveAgent = (protocol: string): http.Agent => {
  const agent = agents[protocol === 'https:' ? 'https' : 'http'];
  for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
    if (Math.abs(clock.now() - (lastUsedAtMs.get(socket) ?? 0)) > idleMsMax) socket.destroy();
  }
  return agent;
};
