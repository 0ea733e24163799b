import { once } from 'node:events';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getFunctionByReference } from '../lambda/find-function.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { listen } from '../listen.ts';
import { answerRequest } from './answer-request.ts';
import { newRequestIds } from './gateway-request.ts';
import { buildErrorResponse, type HttpResponse } from './gateway-response.ts';
import type { RestApi } from './rest-api.ts';
import { createThrottle } from './throttle.ts';

export interface Gateway {
  baseUrl: string;
  stop: () => Promise<void>;
}

const stopGraceMs = 1500;

export const startGateway = async (api: RestApi, functions: HostedFunction[], port: number): Promise<Gateway> => {
  // A route to a missing function fails at startup, not on its first request.
  for (const { functionArn } of api.routes) getFunctionByReference(functions, functionArn);
  const admitsRequest = api.throttle ? createThrottle(api.throttle) : () => true;
  const server = createServer((message, response) => {
    const ids = newRequestIds(message.headersDistinct['x-amzn-requestid']?.[0]);
    answerRequest(message, ids, { api, functions, admitsRequest }).then(
      (httpResponse) => send(response, httpResponse),
      (error) => {
        // An incomplete message means the client disconnected; anything else is a bug here.
        if (message.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        response.destroy();
      },
    );
  });
  // About API Gateway's idle timeout; Node's default of 5 s breaks pooled clients.
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (_, socket) => rejectMalformedRequest(socket, api));
  const actualPort = await listen(server, port);
  return { baseUrl: `http://127.0.0.1:${actualPort}/${api.stage}`, stop: () => stopServer(server) };
};

const send = (response: ServerResponse, { statusCode, headers, body }: HttpResponse): void => {
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
};

const rejectMalformedRequest = (socket: Duplex, api: RestApi): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { statusCode, headers, body } = buildErrorResponse('DEFAULT_4XX', api.responses, newRequestIds());
  const allHeaders = { ...headers, 'Content-Length': body.length, Connection: 'close' };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n${body}`);
};

const stopServer = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), stopGraceMs);
  await closed;
  clearTimeout(timer);
};
