import type { ExampleId } from '../../../../functions/model/playground/playground.ts';
import type { ExampleRequest } from './requests.ts';

/** The key stays out of the code: it is copied to terminals and chats. */
export const toCurl = (baseUrl: string, { method, path, query, body }: ExampleRequest): string => {
  const url = `${trim(baseUrl)}${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
  const lines = [`curl "${url}"`, `-H "Authorization: Bearer $API_KEY"`];
  if (method === 'POST') lines.push(`-H 'Content-Type: application/json'`, `-d '${quote(body ?? {})}'`);
  return lines.join(' \\\n  ');
};

const calls: Record<ExampleId, (request: ExampleRequest) => string> = {
  sendText: ({ body }) => `messages.send(${literal(body)})`,
  sendTemplate: ({ body }) => `messages.send(${literal(body)})`,
  createContact: ({ body }) => `contacts.create(${literal(body)})`,
  findContact: ({ query }) => `contacts.list(${literal(query)}).page()`,
  listConversations: () => 'conversations.list({ limit: 10 }).page()',
  listMessages: ({ id = '<conversation id>' }) => `conversations.messages('${id}', { limit: 10 }).page()`,
  createWebhook: ({ body }) => `webhooks.create(${literal(body)})`,
  getMe: () => 'me.get()',
};

export const toClientCode = (baseUrl: string, example: ExampleId, request: ExampleRequest): string =>
  [
    `import { Switchboard } from 'switchboard-client';`,
    '',
    `const client = new Switchboard({ apiKey: process.env.API_KEY, baseUrl: '${trim(baseUrl)}' });`,
    '',
    `const result = await client.${calls[example](request)};`,
    'console.log(result);',
  ].join('\n');

const trim = (baseUrl: string): string => baseUrl.replace(/\/$/, '');

const quote = (body: object): string => JSON.stringify(body, null, 2).replaceAll("'", `'\\''`).replaceAll('\n', '\n  ');

/** JSON is also JavaScript; names need no quotes there. */
const literal = (value: object = {}): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
