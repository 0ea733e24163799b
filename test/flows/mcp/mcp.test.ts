import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { readPage } from '../../docs/pages.ts';
import { listSentBodies, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { codeBlocks, toPattern } from '../../support/snippets.ts';

const page = readPage('docs/mcp.md').text;
const [config = '', , callArguments = '', shownError = ''] = codeBlocks(page, 'json');

/** An assistant that starts the server as the page says. */
const connectAssistant = async (key: string) => {
  const { command, args } = JSON.parse(config).mcpServers.switchboard;
  const transport = new StdioClientTransport({
    command,
    args: args.map((argument: string) => argument.replace('/path/to/switchboard', process.cwd())),
    env: {
      ...getDefaultEnvironment(),
      SWITCHBOARD_URL: inject('service').baseUrl,
      SWITCHBOARD_API_KEY: key,
    },
  });
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const callTool = async (name: string, toolArguments: object = {}) => {
    const called = await client.callTool({ name, arguments: { ...toolArguments } });
    const { content, isError = false } = CallToolResultSchema.parse(called);
    const [first] = content;
    return { isError, json: JSON.parse(first?.type === 'text' ? first.text : '') };
  };
  return { client, callTool };
};

const text = { to: '+14155550123', text: 'Your order is on its way' };

describe('the MCP server', () => {
  it('an assistant is offered every operation that needs a key, with a schema that stands alone', async () => {
    const { client } = await connectAssistant('none');
    const { tools } = await client.listTools();
    const expected = endpoints.filter(({ access }) => access !== 'public').map(({ operationId }) => operationId);
    expect(tools.map(({ name }) => name).sort()).toEqual(expected.sort());
    for (const { inputSchema } of tools) {
      const references = [...JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
      const definitions = Object.keys(Object(inputSchema['$defs'])).map((name) => `#/$defs/${name}`);
      expect(references.filter((target = '') => !definitions.includes(target))).toEqual([]);
    }
    const send = tools.find(({ name }) => name === 'sendMessage');
    expect(send?.inputSchema).toMatchObject({ type: 'object', required: ['body'], properties: { body: {} } });
  });

  it('reads are marked as read-only, and changes that cannot be taken back as destructive', async () => {
    const { client } = await connectAssistant('none');
    const { tools } = await client.listTools();
    const withHint = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
      tools.flatMap(({ name, annotations }) => (annotations?.[hint] ? name : [])).sort();
    const byMethod = (...methods: string[]) =>
      endpoints.filter(({ access, method }) => access !== 'public' && methods.includes(method)).map(({ name }) => name);
    expect(withHint('readOnlyHint')).toEqual(byMethod('GET').sort());
    expect(withHint('idempotentHint')).toEqual(byMethod('GET', 'PATCH', 'DELETE').sort());
    const irreversible = ['cancelBroadcast', 'createBroadcast', 'recoverEvents', 'redeliverEvent'].concat(
      'replyToConversation',
      'rotateWebhookSecret',
      'sendMessage',
    );
    const destructive = [...byMethod('PATCH', 'DELETE'), ...irreversible, 'importContacts'];
    expect(withHint('destructiveHint')).toEqual(destructive.sort());
  });

  it('an assistant sends a message once under an idempotency key, and reads it in its conversation', async () => {
    const { key, number } = await makeSendingWorkspace();
    const { callTool } = await connectAssistant(key);
    const sent = await callTool('sendMessage', JSON.parse(callArguments));
    expect(sent).toMatchObject({ isError: false, json: { data: { msgapp_message_id: expect.any(String) } } });
    expect(await callTool('sendMessage', JSON.parse(callArguments))).toEqual(sent);
    expect(await listSentBodies(number)).toHaveLength(1);
    const { conversation_id: id, message_id } = sent.json.data;
    const conversations = await callTool('listConversations', { limit: 10, channel: 'msgapp' });
    expect(conversations.json).toMatchObject({ data: [{ id, last_message_text: text.text }] });
    const messages = await callTool('listMessages', { id });
    expect(messages.json).toMatchObject({ data: [{ id: message_id, content_text: text.text }] });
  });

  it('a bad key is a tool error that says what to do, as docs/mcp.md shows', async () => {
    const { callTool } = await connectAssistant('svc_live_wrong');
    const { isError, json } = await callTool('getMe');
    expect(isError).toBe(true);
    expect(JSON.stringify(json, null, 2)).toMatch(toPattern(shownError));
  });

  it('a refusal of the channel reaches the assistant with its code and the id of the message', async () => {
    const { key } = await makeSendingWorkspace();
    const { callTool } = await connectAssistant(key);
    const refused = await callTool('sendMessage', { body: { ...text, to: '+14155550005' } });
    expect(refused).toMatchObject({
      isError: true,
      json: { code: 'platform_error', channel_error_code: '130429', retry_after_seconds: '6' },
    });
    expect(refused.json.message_id).toMatch(/^[0-9a-f-]{36}$/);
    const lost = await callTool('sendMessage', { body: { ...text, to: '+14155550008' } });
    expect(lost.json).toMatchObject({
      channel_error_code: 'outcome_unknown',
      what_to_do: expect.stringMatching(/^Do not send/),
    });
  });

  it('a tool that does not exist, an id that leads elsewhere and an invalid body are refused', async () => {
    const { key } = await makeSendingWorkspace();
    const { client, callTool } = await connectAssistant(key);
    await expect(client.callTool({ name: 'dropTable' })).rejects.toThrow('There is no tool "dropTable"');
    const elsewhere = await callTool('listSegmentContacts', { id: '..' });
    expect(elsewhere).toMatchObject({
      isError: true,
      json: { code: 'bad_request', message: expect.stringMatching(/^"id" must be/) },
    });
    const invalid = await callTool('createContact', { body: { phone: 17 } });
    expect(invalid).toMatchObject({
      isError: true,
      json: { code: 'bad_request', message: expect.stringContaining('"phone"') },
    });
  });
});
