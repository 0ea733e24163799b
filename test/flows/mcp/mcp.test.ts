import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, inject, it, onTestFinished } from 'vitest';
import { readPage } from '../../docs/pages.ts';
import { listSentBodies, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { codeBlocks, toPattern } from '../../support/snippets.ts';

const page = readPage('docs/mcp.md').text;
const [, config = '', , callArguments = '', shownError = ''] = codeBlocks(page, 'json');

/** An assistant that starts the server as the page says. */
const connectAssistant = async (key: string, ...options: string[]) => {
  const { command, args } = JSON.parse(config).mcpServers.switchboard;
  const transport = new StdioClientTransport({
    command,
    args: [...args.map((argument: string) => argument.replace('/path/to/switchboard', process.cwd())), ...options],
    env: { ...getDefaultEnvironment(), SWITCHBOARD_URL: inject('service').baseUrl, SWITCHBOARD_API_KEY: key },
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

it('--tools offers exactly the operations of the areas that it names', async () => {
  const { client } = await connectAssistant('none', '--', '--tools', 'messages,getMe');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(['getMe', 'listFailedMessages', 'sendMessage']);
});

it('an assistant finds the message that it sent under an idempotency key once in its conversation', async () => {
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
