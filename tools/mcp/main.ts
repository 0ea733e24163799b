import { once } from 'node:events';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import packageJson from '../../package.json' with { type: 'json' };
import { callOperation } from './call-operation.ts';
import { type Connection, readConnection } from './connection.ts';
import { operations } from './operations.ts';
import { toTool } from './tool.ts';

const instructions =
  'Switchboard sends messages to customers and keeps contacts, segments and conversations. Lists are newest first; ' +
  'pass meta.next_cursor as cursor until it is null. Free-form messages reach a customer only within 24 hours of ' +
  'their last message, until window_expires_at of the conversation; later, send a template, or give the message a ' +
  'fallback_template. Give every POST an idempotency_key, and repeat a call only with the same one.';

/** Serves the API's operations as tools on standard input and output until the input ends. */
export const main = async (env: NodeJS.ProcessEnv): Promise<number> => {
  const connection = readConnection(env);
  if (typeof connection === 'string') {
    process.stderr.write(`${connection}\n`);
    return 1;
  }
  await newServer(connection).connect(new StdioServerTransport());
  await once(process.stdin, 'end');
  return 0;
};

const newServer = (connection: Connection): Server => {
  const { name, version } = packageJson;
  const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: operations.map(toTool) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const operation = operations.find((candidate) => candidate.name === params.name);
    if (!operation) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}". List the tools.`);
    return callOperation(connection, operation, params.arguments ?? {});
  });
  return server;
};
