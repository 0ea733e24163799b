import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedDelivery {
  path: string;
  eventId: string;
  contactId: string;
}

const arrivals: ReceivedDelivery[] = [];

/** This is just within the time limit of an attempt. */
const slowMs = 4_500;

/** /hang never responds, /drip never ends, /slow barely succeeds; all other paths are healthy. */
const respond = (path: string, response: ServerResponse): void => {
  if (path === '/hang') return;
  if (path === '/slow') return void setTimeout(() => response.writeHead(204).end(), slowMs);
  if (path !== '/drip') return void response.writeHead(204).end();
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

const server = createServer(async (request, response) => {
  const { id, data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const path = request.url ?? '';
  arrivals.push({ path, eventId: id, contactId: data.contact_id });
  respond(path, response);
});

// A separate process, so it does not share a thread with the service.
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(arrivals.splice(0)));
process.on('disconnect', () => process.exit());
