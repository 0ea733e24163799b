import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { clock } from './clock.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** https, or http where the caller trusts the address. */
  url: URL;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For all of it: name lookup, connection, request, and the last byte of the answer. */
  timeoutMs: number;
  /** Of the answer; what comes beyond is not read. */
  bodyBytesMax: number;
  signal?: AbortSignal | undefined;
  /** Resolves the host in place of the system, so that a caller can pin an address that it has checked. */
  lookup?: LookupFunction;
}

/** The outcome of a call to another machine. It is a value, whatever that machine does. */
export type HttpResult = HttpResponse | HttpFailure;

/** An answer of any status. Redirects are not followed. */
export interface HttpResponse {
  outcome: 'answered';
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** The body was longer than asked for: this is its beginning. */
  truncated: boolean;
}

interface HttpFailure {
  outcome: 'failed';
  reason: 'timeout' | 'aborted' | 'connection';
  /** Node's name for what went wrong, such as ECONNREFUSED or ENOTFOUND. */
  code: string;
  /** Whether any byte of the request may have reached the other machine. */
  sent: boolean;
  /** If the answer had begun to arrive. */
  status: number | undefined;
}

/** Makes one call over a connection that is kept for the next one. */
export const sendRequest = async (request: HttpRequest): Promise<HttpResult> => {
  const progress: Progress = { sent: false, status: undefined, stopped: undefined };
  const outgoing = openRequest(request);
  trackSending(outgoing, request.url, progress);
  const { end, release } = enforceLimits(outgoing, request, progress);
  try {
    return await Promise.race([exchange(outgoing, request, progress), end]);
  } catch (error) {
    const { sent, status, stopped } = progress;
    return { outcome: 'failed', ...(stopped ?? { reason: 'connection', code: readErrorCode(error) }), sent, status };
  } finally {
    release();
  }
};

interface Progress {
  sent: boolean;
  status: number | undefined;
  stopped: typeof timeout | typeof aborted | undefined;
}

const timeout = { reason: 'timeout', code: 'ETIMEDOUT' } as const;
const aborted = { reason: 'aborted', code: 'ABORT_ERR' } as const;

const exchange = async (
  outgoing: http.ClientRequest,
  { body: requestBody, bodyBytesMax }: HttpRequest,
  progress: Progress,
): Promise<HttpResponse> => {
  const [response] = (await once(outgoing.end(requestBody), 'response')) as [http.IncomingMessage];
  const status = response.statusCode ?? 0;
  progress.status = status;
  markUsed(response.socket);
  const { body, truncated } = await readBody(response, bodyBytesMax);
  return { outcome: 'answered', status, headers: response.headers, body, truncated };
};

const openRequest = ({ method, url, headers, body, lookup }: HttpRequest): http.ClientRequest => {
  const secure = url.protocol === 'https:';
  const outgoing = (secure ? https : http).request(url, {
    method,
    agent: keepAliveAgent(url.protocol),
    headers: {
      'User-Agent': 'Switchboard/1.0',
      'Accept-Encoding': 'identity',
      ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    },
    ...(lookup ? { lookup } : {}),
  });
  // Errors that come after the outcome is decided have nobody else to hear them.
  outgoing.on('error', () => undefined);
  return outgoing;
};

/** A request waits in memory until its connection stands; on a kept connection it leaves at once. */
const trackSending = (outgoing: http.ClientRequest, { protocol }: URL, progress: Progress): void => {
  const markSent = () => {
    progress.sent = true;
  };
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) markSent();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', markSent);
  });
};

/**
 * Ends the call when its time is over or its caller gives up, whatever it is waiting for. It does not rely on the
 * request to report its own end: one that a peer upgrades to another protocol never does.
 */
const enforceLimits = (outgoing: http.ClientRequest, { timeoutMs, signal }: HttpRequest, progress: Progress) => {
  const { promise: end, reject } = Promise.withResolvers<never>();
  const stop = (stopped: Progress['stopped']) => {
    progress.stopped ??= stopped;
    outgoing.destroy();
    reject(stopped);
  };
  const abort = () => stop(aborted);
  const timer = setTimeout(stop, timeoutMs, timeout);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { end, release };
};

/** Reads no more than it may; leaving the loop early closes the connection. */
const readBody = async (
  response: http.IncomingMessage,
  bytesMax: number,
): Promise<{ body: Buffer; truncated: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), truncated: bytes > bytesMax };
};

const readErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNKNOWN';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

const lastUsedAtMs = new WeakMap<Socket, number>();

/** Shorter than the five seconds after which common servers close an idle connection. */
const idleMsMax = 4_000;

/**
 * Keeps connections for later calls, as long as they can be trusted. A server that closes an idle connection just when
 * a request is written leaves the outcome of that request unknown. A frozen function does not hear of the closing, nor
 * do its timers run: so the age of a connection is looked at before every use.
 */
const keepAliveAgent = (protocol: string): http.Agent => {
  const agent = agents[protocol === 'https:' ? 'https' : 'http'];
  for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
    if (clock.now() - (lastUsedAtMs.get(socket) ?? 0) > idleMsMax) socket.destroy();
  }
  return agent;
};

/** The other side has just answered on this connection. */
const markUsed = (socket: Socket): void => {
  lastUsedAtMs.set(socket, clock.now());
};
