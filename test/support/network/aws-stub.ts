import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface StubResponse {
  status: number;
  type: string;
  body: string;
}

/** Fakes an AWS service during one test and records the request bodies. */
export const startAwsStub = async (
  respond: (body: string, request: IncomingMessage) => StubResponse,
): Promise<{ url: string; bodies: string[] }> => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const requestBody = await text(request);
    bodies.push(requestBody);
    const { status, type, body } = respond(requestBody, request);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
};
