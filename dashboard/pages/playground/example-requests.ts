import { type ExampleId, examples } from '../../../functions/model/playground/playground.ts';
import { toClientSetUp, toLiteral, trimSlash } from '../../../functions/model/samples.ts';
import type { Customer } from './customer.ts';

export interface ExampleContext {
  customer: Customer | undefined;
  receiverUrl: string;
  conversationId: string | undefined;
}

interface ExampleRequest {
  method: 'GET' | 'POST';
  path: string;
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Used until a customer is chosen. */
const defaultCustomer: Customer = { id: '+14155550123', name: 'Ana' };

const bodyOf = (example: ExampleId, { customer, receiverUrl }: ExampleContext): ExampleRequest['body'] => {
  const { id, name } = customer ?? defaultCustomer;
  switch (example) {
    case 'sendText':
      return { to: id, text: 'Your order is on its way.' };
    case 'sendTemplate':
      return {
        to: id,
        type: 'template',
        template: { name: 'order_update', language: 'en_US', params: [name ?? 'Ana', 'A-17'] },
      };
    case 'createContact':
      return { phone: id, ...(name ? { name } : {}), tags: ['playground'] };
    case 'createWebhook':
      return {
        url: receiverUrl,
        events: ['message.received', 'message.status_updated', 'conversation.created', 'contact.created'],
      };
    default:
      return undefined;
  }
};

const queryOf = (example: ExampleId, { customer }: ExampleContext): ExampleRequest['query'] => {
  if (example === 'findContact') return { phone: (customer ?? defaultCustomer).id };
  return example === 'listConversations' || example === 'listMessages' ? { limit: '10' } : undefined;
};

/** The request that the example sends unless the body is edited. */
export const toRequest = (example: ExampleId, context: ExampleContext): ExampleRequest => {
  const { method, path } = examples[example];
  const body = bodyOf(example, context);
  const query = queryOf(example, context);
  const id = path.includes('{id}') ? context.conversationId : undefined;
  return {
    method,
    path: path.replace('{id}', id ?? '<conversation id>'),
    ...(id ? { id } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
  };
};

const calls: Record<ExampleId, (request: ExampleRequest) => string> = {
  sendText: ({ body }) => `messages.send(${toLiteral(body)})`,
  sendTemplate: ({ body }) => `messages.send(${toLiteral(body)})`,
  createContact: ({ body }) => `contacts.create(${toLiteral(body)})`,
  findContact: ({ query }) => `contacts.list(${toLiteral(query)}).page()`,
  listConversations: () => 'conversations.list({ limit: 10 }).page()',
  listMessages: ({ id = '<conversation id>' }) => `conversations.messages('${id}', { limit: 10 }).page()`,
  createWebhook: ({ body }) => `webhooks.create(${toLiteral(body)})`,
  getMe: () => 'me.get()',
};

export const toClientCode = (baseUrl: string, example: ExampleId, request: ExampleRequest): string =>
  `${toClientSetUp(`'${trimSlash(baseUrl)}'`)}

const result = await client.${calls[example](request)};
console.log(result);`;

/** Undefined unless the text is a JSON object. */
export const parseObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};
