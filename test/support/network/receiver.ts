import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { PublicEvent } from '../../../functions/model/deliveries/event.ts';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  path: string | undefined;
  body: string;
  event: PublicEvent;
}

/** `count` is the number of the request, from 1. */
type Responder = (response: ServerResponse, count: number, request: IncomingMessage) => void;

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Responder =>
  (response) =>
    response.writeHead(status, headers).end();

/** A receiver of deliveries. A concurrent test passes its own `onTestFinished`. */
export const startReceiver = async (respond: Responder = respondWith(204), onEnd = onTestFinished) => {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, path: request.url, body, event: JSON.parse(body) });
    respond(response, received.length, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`, received, server };
};

/** Sends a response that never ends. */
export const drip: Responder = (response) => {
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

export const hang: Responder = () => undefined;
