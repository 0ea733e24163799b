import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { PublicEvent } from '../../../functions/model/deliveries/event.ts';
import { serve } from './serve.ts';

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
export const startReceiver = async (
  respond: Responder = respondWith(204),
  onEnd: (stop: () => void) => void = onTestFinished,
) => {
  const received: ReceivedRequest[] = [];
  const { url, stop } = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, path: request.url, body, event: JSON.parse(body) });
    respond(response, received.length, request);
  }, onEnd);
  return { url: `${url}/hook?a=b`, received, stop };
};

/** Sends a response that never ends. */
export const drip: Responder = (response) => {
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

export const hang: Responder = () => undefined;
