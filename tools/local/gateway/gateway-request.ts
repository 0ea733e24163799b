import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestIds } from './gateway-response.ts';

export interface GatewayRequest {
  method: string;
  /** The path below the stage, still percent-encoded. */
  path: string;
  query: string;
  rawHeaders: string[];
  body: Buffer;
  sourceIp: string;
  port: number;
  requestId: string;
  extendedRequestId: string;
  traceId: string;
  timeMs: number;
}

const bodyBytesMax = 10 * 1024 * 1024;

/** The caller may choose the first id, but not the extended one, as on AWS. */
export const newRequestIds = (chosenId?: string): RequestIds => ({
  requestId: chosenId !== undefined && /^[\w!#$%&'*+.^`|~-]{1,128}$/.test(chosenId) ? chosenId : randomUUID(),
  extendedRequestId: `${randomBytes(11).toString('base64url')}=`,
});

export const splitQuery = (target: string): { path: string; query: string } => {
  // A client behind a forward proxy sends the absolute URL.
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path, query: query.join('?') };
};

export const splitTarget = (target: string, stage: string): { path: string | undefined; query: string } => {
  const { path, query } = splitQuery(target);
  const prefix = `/${stage}`;
  const isBelow = path === prefix || path.startsWith(`${prefix}/`);
  return { path: isBelow ? path.slice(prefix.length) || '/' : undefined, query };
};

export const isValidEncoding = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** Returns `undefined` for a body over the limit. Reads to the end anyway, so the client gets the response. */
export const readBody = async (message: IncomingMessage, bytesMax = bodyBytesMax): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
  }
  return bytes <= bytesMax ? Buffer.concat(chunks) : undefined;
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
