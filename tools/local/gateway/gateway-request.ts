import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestIds } from './gateway-response.ts';
import type { GatewayRequest } from './proxy-event.ts';

/** API Gateway's limit for a request's body. */
const bodyBytesMax = 10 * 1024 * 1024;

export const newRequestIds = (): RequestIds => ({
  requestId: randomUUID(),
  extendedRequestId: `${randomBytes(11).toString('base64url')}=`,
});

/** Splits a request target into the path below the stage (`undefined` when it is not below it) and the query. */
export const splitTarget = (target: string, stage: string): { path: string | undefined; query: string } => {
  // A request through a proxy names the whole URL.
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const prefix = `/${stage}`;
  const isBelow = path === prefix || path.startsWith(`${prefix}/`);
  return { path: isBelow ? path.slice(prefix.length) || '/' : undefined, query: query.join('?') };
};

/** Reads the body to its end, so that the sender hears the answer; `undefined` when it is larger than allowed. */
export const readBody = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  return bytes <= bodyBytesMax ? Buffer.concat(chunks) : undefined;
};

export const buildGatewayRequest = (
  message: IncomingMessage,
  ids: RequestIds,
  { path, query, body }: { path: string; query: string; body: Buffer },
): GatewayRequest => {
  const timeMs = Date.now();
  const seconds = Math.floor(timeMs / 1000).toString(16);
  return {
    ...ids,
    method: message.method ?? 'GET',
    path,
    query,
    rawHeaders: message.rawHeaders,
    body,
    sourceIp: message.socket.remoteAddress ?? '127.0.0.1',
    port: message.socket.localPort ?? 80,
    traceId: `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
    timeMs,
  };
};
