import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import { refuse, SimulatedRefusal } from '../channel/refusal.ts';
import { channelRoutes } from '../channel/routes.ts';
import { controlRoutes } from '../control/routes.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import { createRouter, json, type Reply } from './route.ts';

const findRoute = createRouter([...channelRoutes, ...controlRoutes]);

export const createSimulatorServer = (simulation: Simulation): Server => {
  const server = createServer((message, response) => {
    handleRequest(message, simulation).then(
      (reply) => send(response, reply),
      (error) => {
        // An incomplete message means the caller disconnected; anything else is a bug here.
        if (message.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        response.destroy();
      },
    );
  });
  // Node's default of 5 s breaks pooled callers.
  server.keepAliveTimeout = 60_000;
  return server;
};

const handleRequest = async (message: IncomingMessage, simulation: Simulation): Promise<Reply> => {
  const { pathname: path, searchParams: query } = new URL(message.url ?? '/', 'http://127.0.0.1');
  const { method = 'GET', headers } = message;
  try {
    const fault = explainForeignRequest(message);
    if (fault !== undefined) throw new SimulatorError('forbidden', fault);
    const body = await readBody(message);
    if (!body) throw new SimulatorError('bad_request', 'The body must not be larger than 100 MB.');
    const match = findRoute(method, path);
    if (!match) throw unknownPathError(method, path);
    return await match.route.handle({ method, path, query, headers, id: match.id, body }, simulation);
  } catch (error) {
    return toErrorReply(error);
  }
};

/** The channel's largest file, plus room for the form around it. */
const bodyBytesMax = 101 * 1024 * 1024;

const readBody = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const unknownPathError = (method: string, path: string): Error =>
  /^\/v\d/.test(path)
    ? refuse(2500, { message: `Unknown path components: ${path}` })
    : new SimulatorError('not_found', `Unknown path or method: ${method} ${path}. GET / lists the control API.`);

const toErrorReply = (error: unknown): Reply => {
  if (error instanceof SimulatedRefusal)
    return { kind: 'json', status: error.http, body: error.body, headers: error.headers };
  if (!(error instanceof SimulatorError)) throw error;
  return json({ error: { code: error.code, message: error.message } }, error.status);
};

const send = (response: ServerResponse, reply: Reply): void => {
  if (reply.kind === 'hang') return;
  if (reply.kind === 'drop') return void response.destroy();
  if (reply.kind === 'file') return void response.writeHead(200, { 'Content-Type': reply.mimeType }).end(reply.bytes);
  const headers = { 'Content-Type': 'application/json; charset=UTF-8', ...reply.headers };
  response.writeHead(reply.status, headers).end(JSON.stringify(reply.body));
};
