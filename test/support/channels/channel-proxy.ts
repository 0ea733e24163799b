import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

/** Gets the number of the send and what passes it on. Without a response the caller waits. */
type OnSend = (sends: number, passOn: () => Promise<Response>) => Promise<Response | undefined>;

/** A server in front of the channel that the simulator plays. */
export const startChannelProxy = async (onSend: OnSend): Promise<{ url: string; close: () => void }> => {
  let sends = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const passOn = () =>
      fetch(`${inject('simulator').url}${request.url}`, {
        method: String(request.method),
        headers: { Authorization: String(request.headers.authorization), 'Content-Type': 'application/json' },
        ...(request.method === 'POST' ? { body } : {}),
      });
    if (request.method === 'POST') sends += 1;
    const answer = request.method === 'POST' ? await onSend(sends, passOn) : await passOn();
    if (answer) response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
