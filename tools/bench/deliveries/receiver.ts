import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One delivery as the receiver saw it. */
export interface ReceivedDelivery {
  /** The path, which tells the endpoint. */
  path: string;
  eventId: string;
  /** From the happening to the arrival. */
  tookMs: number;
}

const arrivals: ReceivedDelivery[] = [];

/** Good endpoints, and two of the bad ones: a third one, where nobody listens, needs nobody. */
const respond = (path: string, response: ServerResponse): void => {
  if (path === '/hang') return;
  if (path !== '/drip') return void response.writeHead(204).end();
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

const server = createServer(async (request, response) => {
  const arrivedMs = Date.now();
  const { id, occurred_at } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const path = request.url ?? '';
  arrivals.push({ path, eventId: id, tookMs: arrivedMs - Date.parse(occurred_at) });
  respond(path, response);
});

// A process of its own, so that it shares no thread with what it measures.
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(arrivals.splice(0)));
process.on('disconnect', () => process.exit());
