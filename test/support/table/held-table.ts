import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Passes requests on to the table, except the nth and all after it: those get no response. */
export const startHeldTable = async (endpoint: string, heldFrom: number) => {
  let requests = 0;
  const { promise: reached, resolve } = Promise.withResolvers<'reached'>();
  const server = createServer((incoming, response) => {
    requests += 1;
    if (requests >= heldFrom) resolve('reached');
    else passOn(endpoint, incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached };
};

const passOn = (endpoint: string, incoming: IncomingMessage, response: ServerResponse): void => {
  const { method, url = '/', headers } = incoming;
  const outgoing = request(new URL(url, endpoint), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
};
