import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../listen.ts';
import { isAllowed, type Statement } from './authorize.ts';
import { listDemands } from './table-demands.ts';

export interface TableGuard {
  endpoint: string;
  stop: () => Promise<void>;
}

export interface TableGuardOptions {
  dynamodbEndpoint: string;
  /** The statements of the function whose session token this is. */
  findStatements: (sessionToken: string) => readonly Statement[];
  toArn: (tableName: string) => string;
}

/** Stands before DynamoDB Local, which knows no IAM, and refuses what the caller's role does not allow. */
export const startTableGuard = async (options: TableGuardOptions): Promise<TableGuard> => {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((message, response) => {
    void pass(message, response, agent, options).catch(() => response.destroy());
  });
  // Pooled clients break when the server closes first.
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      agent.destroy();
    },
  };
};

const pass = async (
  message: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  options: TableGuardOptions,
): Promise<void> => {
  const body = await buffer(message);
  const refusal = explainRefusal(message, body, options);
  if (refusal !== undefined) {
    const error = { __type: 'com.amazon.coral.service#AccessDeniedException', Message: refusal };
    response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(error));
    return;
  }
  const { method, url, headers } = message;
  const forwarded = request(new URL(url ?? '/', options.dynamodbEndpoint), {
    agent,
    method,
    headers: { ...headers, 'content-length': body.length },
  });
  forwarded.on('error', () => response.destroy());
  // A client that gave up must not leave its request behind.
  response.on('close', () => forwarded.destroy());
  forwarded.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.on('error', () => response.destroy()).pipe(response);
  });
  forwarded.end(body);
};

const explainRefusal = (
  { headers }: IncomingMessage,
  body: Buffer,
  { findStatements, toArn }: TableGuardOptions,
): string | undefined => {
  const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
  const token = String(headers['x-amz-security-token']);
  const statements = findStatements(token);
  const refused = listDemands({ operation, input: JSON.parse(body.toString()), toArn }).find(
    (demand) => !isAllowed(statements, demand),
  );
  if (refused === undefined) return undefined;
  const { action, resource, context } = refused;
  return (
    `User: ${token} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action for ${JSON.stringify(context)}`
  );
};
