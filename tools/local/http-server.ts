import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen, listenOnIpv6 } from './listen.ts';

export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface HttpServer {
  port: number;
  stop: () => Promise<void>;
}

export interface HttpServerOptions {
  port: number;
  /** The environment variable that chooses the port. */
  portSetting: string;
  /** Listens on ::1 as well, if the machine has it. */
  isOnIpv6?: boolean;
  answer: (message: IncomingMessage) => Promise<HttpResponse>;
  /** Answers bytes that are not an HTTP request. */
  answerMalformed: () => HttpResponse;
}

const stopGraceMs = 1500;

export const startHttpServer = async (options: HttpServerOptions): Promise<HttpServer> => {
  const server = createHttpServer(options);
  const port = await listen(server, options.port, options.portSetting);
  const ipv6Server = options.isOnIpv6 ? await listenOnIpv6(createHttpServer(options), port) : undefined;
  const stop = async (): Promise<void> => {
    await Promise.all([stopServer(server), ipv6Server && stopServer(ipv6Server)]);
  };
  return { port, stop };
};

const createHttpServer = (options: HttpServerOptions): Server => {
  const server = createServer((message, response) => {
    options.answer(message).then(
      (httpResponse) => send(response, httpResponse),
      (error) => {
        // An incomplete message means the client disconnected; anything else is a bug here.
        if (message.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        response.destroy();
      },
    );
  });
  // About AWS's idle timeout; Node's default of 5 s breaks pooled clients.
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (_, socket) => rejectMalformedRequest(socket, options.answerMalformed()));
  return server;
};

const send = (response: ServerResponse, { statusCode, headers, body }: HttpResponse): void => {
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
};

const rejectMalformedRequest = (socket: Duplex, { statusCode, headers, body }: HttpResponse): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
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
