import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { serve } from '../../sdk/src/mcp/serve.ts';
import { createTransport } from '../../sdk/src/transport.ts';
import { buildTools } from '../../tools/mcp/tool.ts';
import { findSuccess } from '../../tools/reference/api-document.ts';
import { getOperation } from '../support/described-api.ts';

const known = buildTools();

/** The protocol's own client, connected to the server by two queues of lines. */
const connectAssistant = async (answer: (request: Request) => Response | Promise<Response>) => {
  const send = createTransport({
    apiKey: 'key',
    baseUrl: 'http://127.0.0.1:1/v1',
    maxRetries: 0,
    fetch: async (url, init) => answer(new Request(url, init)),
  });
  const lines = new TransformStream<string, string>();
  const writer = lines.writable.getWriter();
  const transport: Parameters<Client['connect']>[0] = {
    start: async () => {
      void serve(lines.readable, (line) => transport.onmessage?.(JSON.parse(line)), { ...known, send });
    },
    send: (message) => writer.write(JSON.stringify(message)),
    close: () => writer.close(),
  };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const callTool = async (name: string, args: object) => {
    const called = CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...args } }));
    const [first] = called.content;
    return { ...called, json: JSON.parse(first?.type === 'text' ? first.text : '') };
  };
  return { client, callTool };
};

const id = '01928c5e-0000-7000-8000-000000000001';
const echo = async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const [key, body] = [request.headers.get('idempotency-key') ?? '', await request.text()];
  return Response.json(
    { error: { code: 'internal', message: `${request.method} ${pathname}${search} ${key} ${body}` } },
    { status: 500 },
  );
};

describe('a tool call', () => {
  it.each<[string, object, RegExp | string]>([
    [
      'replyToConversation',
      { id, body: { text: 'Hi' }, idempotency_key: 'k' },
      `POST /v1/conversations/${id}/messages k {"text":"Hi"}`,
    ],
    ['sendMessage', { to: '+1', text: 'Hi', idempotency_key: 'k' }, 'POST /v1/messages k {"to":"+1","text":"Hi"}'],
    ['updateConversation', { id, status: 'closed' }, `PATCH /v1/conversations/${id}  {"status":"closed"}`],
    ['updateConversation', { id, body: '{"status":"open"}' }, `PATCH /v1/conversations/${id}  {"status":"open"}`],
    ['listConversations', { waiting: 'true', limit: 5, cursor: null }, 'GET /v1/conversations?waiting=true&limit=5  '],
    ['removeContactTags', { id, tags: ['vip'] }, `DELETE /v1/contacts/${id}/tags  {"tags":["vip"]}`],
    ['rotateWebhookSecret', { id, idempotency_key: 'k' }, `POST /v1/webhooks/${id}/rotate-secret k {}`],
    [
      'createContact',
      { body: { phone: '+1' }, name: 'Ana' },
      '"name" is not an argument of this tool: put it under "body".',
    ],
    ['listContacts', { color: 'red' }, '"color" is not an argument of this tool.'],
    [
      'listSegmentContacts',
      { id: '..' },
      '"id" must be the id of a resource. Find it with the tool that lists the resources.',
    ],
    ['createContact', { body: 'phone' }, '"body" must be a JSON object.'],
  ])('%s with %j becomes the request of its operation, or says what is wrong', async (name, args, expected) => {
    const { callTool } = await connectAssistant(echo);
    expect(await callTool(name, args)).toMatchObject({ isError: true, json: { message: expected } });
  });

  it('a result is structured as the schema of its tool says, which the client checks', async () => {
    const { client, callTool } = await connectAssistant(({ url }) => {
      const name = new URL(url).pathname === '/v1/broadcasts' ? 'createBroadcast' : 'getContact';
      return Response.json(findSuccess(getOperation(name)).example);
    });
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => !outputSchema)).toEqual([]);
    const { structuredContent, json } = await callTool('getContact', { id });
    expect(structuredContent).toEqual(json);
    expect(await callTool('createBroadcast', { name: 'A' })).toMatchObject({
      structuredContent: { data: { precision: 'exact' } },
    });
  });

  it('a list of more than 40,000 characters asks for a smaller limit, and the result of a change is passed on', async () => {
    const { callTool } = await connectAssistant(() => Response.json({ data: [], text: 'a'.repeat(40_000) }));
    expect(await callTool('listContacts', {})).toMatchObject({
      isError: true,
      json: { message: expect.stringContaining('smaller "limit"') },
    });
    expect(await callTool('importContacts', { contacts: [] })).not.toHaveProperty('isError');
  });

  it.each<[string, () => Response, object]>([
    [
      'no response',
      () => {
        throw new Error('refused');
      },
      { code: 'no_response', message: expect.stringContaining('refused') },
    ],
    [
      "a proxy's page",
      () => new Response('<html>', { status: 503, headers: { 'retry-after': '7' } }),
      {
        ...{ status: 503, code: 'unreadable_response', retry_after_seconds: 7 },
        what_to_do: expect.stringMatching(/^Call the tool again later, a POST only with the idempotency_key/),
      },
    ],
    [
      'a page of another address',
      () => new Response('<!doctype html>'),
      { status: 200, code: 'unreadable_response', what_to_do: expect.stringContaining('check SWITCHBOARD_URL') },
    ],
    [
      'a lost send',
      () =>
        Response.json(
          { error: { code: 'platform_error', message: 'm' } },
          { status: 502, headers: { 'x-channel-error-code': 'outcome_unknown', 'x-message-id': 'm1' } },
        ),
      { code: 'platform_error', message_id: 'm1', what_to_do: expect.stringMatching(/^Do not send/) },
    ],
  ])('%s is a tool error with advice', async (_, answer, expected) => {
    const { callTool } = await connectAssistant(answer);
    expect(await callTool('getMe', {})).toMatchObject({
      isError: true,
      json: { what_to_do: expect.any(String), ...expected },
    });
  });
});

describe('the tools', () => {
  const { tools } = known;

  it('every operation that needs a key is a tool, with schemas that stand alone', () => {
    const expected = endpoints.filter(({ access }) => access !== 'public').map(({ operationId }) => operationId);
    expect(tools.map(({ tool }) => tool.name).sort()).toEqual(expected.sort());
    for (const { tool } of tools)
      for (const schema of [Object(tool['inputSchema']), Object(tool['outputSchema'])]) {
        const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
        const definitions = Object.keys(Object(schema.$defs)).map((name) => `#/$defs/${name}`);
        expect(references.filter((target = '') => !definitions.includes(target))).toEqual([]);
        expect(schema.type).toBe('object');
      }
  });

  it('reads are marked as read-only; changes that cannot be taken back are marked as destructive', () => {
    const withHint = (hint: string) =>
      tools.flatMap(({ tool }) => (Object(tool['annotations'])[hint] ? tool.name : [])).sort();
    const byMethod = (...methods: string[]) =>
      endpoints.filter(({ access, method }) => access !== 'public' && methods.includes(method)).map(({ name }) => name);
    expect(withHint('readOnlyHint')).toEqual(byMethod('GET').sort());
    expect(withHint('idempotentHint')).toEqual(byMethod('GET', 'PATCH', 'DELETE').sort());
    const irreversible = [
      'cancelBroadcast',
      'createBroadcast',
      'importContacts',
      'recoverEvents',
      'redeliverEvent',
    ].concat('replyToConversation', 'rotateWebhookSecret', 'sendMessage');
    expect(withHint('destructiveHint')).toEqual([...byMethod('PATCH', 'DELETE'), ...irreversible].sort());
    expect(withHint('openWorldHint')).toEqual(
      expect.arrayContaining(['redeliverEvent', 'replyToConversation', 'sendMessage']),
    );
    expect(withHint('openWorldHint')).not.toContain('updateConversation');
  });

  it('--tools with an unknown name says which areas there are, and ends while its input is open', async () => {
    const env = { ...process.env, NODE_OPTIONS: '', SWITCHBOARD_API_KEY: 'svc_live_a' };
    const child = spawn(process.execPath, ['bin/switchboard.ts', 'mcp', '--tools', 'contacts,faxes'], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect(code).toBe(2);
    expect(errors).toMatch(/^There are no tools "faxes"\. .*contacts.*messages/);
  });
});
