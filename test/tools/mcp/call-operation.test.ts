import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callOperation } from '../../../tools/mcp/call-operation.ts';
import { operations } from '../../../tools/mcp/operations.ts';

const startServer = async (respond: (response: ServerResponse) => void) => {
  const server = createServer((_, response) => respond(response));
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
