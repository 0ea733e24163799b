import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callOperation } from '../../../tools/mcp/call-operation.ts';
import { readConnection } from '../../../tools/mcp/connection.ts';
import { operations } from '../../../tools/mcp/operations.ts';
import { toTool } from '../../../tools/mcp/tool.ts';

const startServer = async (respond: (response: ServerResponse, request: IncomingMessage) => void) => {
  const server = createServer((request, response) => respond(response, request));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { apiKey: 'none', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
};

const findOperation = (name: string) => {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
};

const listContacts = findOperation('listContacts');

describe('a tool call', () => {
  it('a result of more than 40,000 characters is cut, with a note that asks for a smaller limit', async () => {
    const connection = await startServer((response) => response.end('a'.repeat(40_001)));
    const { content } = await callOperation(connection, listContacts, {});
    expect(content).toEqual([
      { type: 'text', text: 'a'.repeat(40_000) },
      { type: 'text', text: expect.stringContaining('Use a smaller limit') },
    ]);
  });

  it('a result of 40,000 characters is passed on whole', async () => {
    const connection = await startServer((response) => response.end('a'.repeat(40_000)));
    expect(await callOperation(connection, listContacts, {})).toEqual({
      content: [{ type: 'text', text: 'a'.repeat(40_000) }],
    });
  });

  const id = '01928c5e-0000-7000-8000-000000000001';
  const body = { text: 'Hello' };
  it.each<[string, object, string]>([
    [
      'replyToConversation',
      { id, body, idempotency_key: 'k' },
      `POST /v1/conversations/${id}/messages k {"text":"Hello"}`,
    ],
    ['updateConversation', { id, body: { status: 'closed' } }, `PATCH /v1/conversations/${id}  {"status":"closed"}`],
    ['listConversations', { waiting: 'true', limit: 5 }, 'GET /v1/conversations?waiting=true&limit=5  '],
    ['listMembers', {}, 'GET /v1/members  '],
    ['addContactTags', { id, body: { tags: ['vip'] } }, `POST /v1/contacts/${id}/tags  {"tags":["vip"]}`],
    ['removeContactTags', { id, body: { tags: ['vip'] } }, `DELETE /v1/contacts/${id}/tags  {"tags":["vip"]}`],
    ['testWebhook', { id, body: {} }, `POST /v1/webhooks/${id}/test  {}`],
    ['createFeed', { body: { events: ['message.sent'] } }, 'POST /v1/feeds  {"events":["message.sent"]}'],
    ['listFeedEvents', { id, after: 'a b', wait: 20 }, `GET /v1/feeds/${id}/events?after=a+b&wait=20  `],
  ])('%s becomes the request of its operation', async (name, args, expected) => {
    const connection = await startServer(async (response, request) => {
      const { method, url, headers } = request;
      response.end(`${method} ${url} ${headers['idempotency-key'] ?? ''} ${await text(request)}`);
    });
    const { content } = await callOperation(connection, findOperation(name), { ...args });
    expect(content).toEqual([{ type: 'text', text: expected }]);
  });

  it('fields that are not under "body" are refused with the place where they belong', async () => {
    const connection = await startServer((response) => response.end('sent'));
    const { isError, content } = await callOperation(connection, findOperation('sendMessage'), {
      to: '+1',
      text: 'Hi',
    });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/bad_request.*belong under.*body/);
  });

  it('an answer to a customer is marked as irreversible and as reaching people outside, a change of state is not', () => {
    const hints = ['sendMessage', 'replyToConversation', 'updateConversation', 'testWebhook'].map((name) => {
      const { destructiveHint, openWorldHint } = toTool(findOperation(name)).annotations ?? {};
      return [destructiveHint, openWorldHint];
    });
    expect(hints).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, true],
    ]);
  });

  it('a service that does not respond is a tool error with advice on repeating the call', async () => {
    const connection = await startServer((response) => response.destroy());
    const { isError, content } = await callOperation(connection, listContacts, {});
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/no_response.*gave no response.*idempotency_key/);
  });

  it('a page of a proxy instead of an error of the API is a tool error with its status', async () => {
    const connection = await startServer((response) => response.writeHead(503, { 'Retry-After': '7' }).end('<html>'));
    const { isError, content } = await callOperation(connection, listContacts, {});
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/503.*unreadable_response.*retry_after_seconds[^0-9]*7/);
  });
});

const makeLocalDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('the connection of the MCP server', () => {
  it('the key and the base URL come from the environment', () => {
    const env = { SWITCHBOARD_API_KEY: 'svc_live_a', SWITCHBOARD_URL: 'https://api.example.com/v1/' };
    expect(readConnection(env)).toEqual({ baseUrl: 'https://api.example.com/v1', apiKey: 'svc_live_a' });
  });

  it('a key without a URL is for the local service', () => {
    const connection = readConnection({ SWITCHBOARD_API_KEY: 'svc_live_a' });
    expect(connection).toEqual({ baseUrl: 'http://127.0.0.1:4000/v1', apiKey: 'svc_live_a' });
  });

  it('without variables, the server uses the demo workspace of the local service', () => {
    const LOCAL_DIR = makeLocalDir();
    const ready = { base_url: 'http://127.0.0.1:4001/v1', api_key: 'svc_live_b' };
    writeFileSync(join(LOCAL_DIR, 'ready.json'), JSON.stringify(ready));
    expect(readConnection({ LOCAL_DIR })).toEqual({ baseUrl: ready.base_url, apiKey: ready.api_key });
  });

  it('a URL without a key is refused, so no key of another service is sent there', () => {
    expect(readConnection({ SWITCHBOARD_URL: 'https://api.example.com/v1' })).toMatch(/^Set SWITCHBOARD_API_KEY/);
  });

  it.each(['api.example.com', 'https://api.example.com', 'file:///v1'])('the URL %s is refused', (url) => {
    const fault = readConnection({ SWITCHBOARD_API_KEY: 'svc_live_a', SWITCHBOARD_URL: url });
    expect(fault).toMatch(/^SWITCHBOARD_URL must be/);
  });

  it('without variables and without a running service, the message names both ways', () => {
    expect(readConnection({ LOCAL_DIR: makeLocalDir() })).toMatch(/SWITCHBOARD_API_KEY.*npm start/);
  });
});
