import type { Send } from '../transport.ts';
import { type ApiTool, callTool } from './call-tool.ts';

export type { ApiTool };

export interface ApiTools {
  version: string;
  tools: ApiTool[];
}

interface Request {
  id?: string | number;
  method: string;
  params?: {
    name?: string;
    arguments?: Record<string, unknown>;
    protocolVersion?: string;
    requestId?: string | number;
  };
}

/** The revisions of the Model Context Protocol that a server with tools alone serves alike, newest first. */
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const instructions =
  'Switchboard sends messages to customers and keeps contacts, segments and conversations. Lists are newest first; ' +
  'pass meta.next_cursor as cursor until it is null. Free-form messages reach a customer only within 24 hours of ' +
  'their last message, until window_expires_at of the conversation; later, send a template, or give the message a ' +
  'fallback_template. Give every POST an idempotency_key, and repeat a call only with the same one.';

/** A refusal in the words of JSON-RPC. */
class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Serves the tools over the Model Context Protocol: one JSON-RPC message a line. It is a small part of the protocol, so
 * the package needs no dependency; a test speaks to it with the protocol's own client.
 */
export const serve = async (
  lines: AsyncIterable<string>,
  write: (line: string) => void,
  { version, tools, send }: ApiTools & { send: Send },
): Promise<void> => {
  const running = new Map<string | number, AbortController>();

  const call = async ({ id = '', params = {} }: Request): Promise<object> => {
    const tool = tools.find((candidate) => candidate.tool.name === params.name);
    if (!tool) throw new ProtocolError(-32602, `There is no tool "${params.name}". List the tools.`);
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await callTool(send, tool, params.arguments ?? {}, controller.signal);
    } finally {
      running.delete(id);
    }
  };

  const respond = (request: Request): object | Promise<object> => {
    switch (request.method) {
      case 'initialize':
        return {
          protocolVersion: revisions.find((known) => known === request.params?.protocolVersion) ?? revisions[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'switchboard', version },
          instructions,
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: tools.map(({ tool }) => tool) };
      case 'tools/call':
        return call(request);
      default:
        throw new ProtocolError(-32601, `The method ${request.method} is not offered.`);
    }
  };

  const handle = async (line: string): Promise<void> => {
    const request = parse(line);
    if (request?.method === 'notifications/cancelled') running.get(request.params?.requestId ?? '')?.abort();
    if (request && request.id === undefined) return;
    const answer = { jsonrpc: '2.0', id: request?.id ?? null };
    try {
      if (!request) throw new ProtocolError(-32700, 'The line is not a message of JSON-RPC.');
      write(JSON.stringify({ ...answer, result: await respond(request) }));
    } catch (error) {
      const { code = -32603, message } = error as Partial<ProtocolError>;
      write(JSON.stringify({ ...answer, error: { code, message } }));
    }
  };

  const pending = new Set<Promise<void>>();
  for await (const line of lines) {
    const work: Promise<void> = handle(line).finally(() => pending.delete(work));
    pending.add(work);
  }
  await Promise.all(pending);
};

const parse = (line: string): Request | undefined => {
  try {
    const value = JSON.parse(line);
    return typeof value?.method === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};
