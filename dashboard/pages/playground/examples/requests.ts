import { type ExampleId, examples } from '../../../../functions/model/playground/playground.ts';
import type { Customer } from '../customer.ts';

export interface ExampleContext {
  customer: Customer | undefined;
  receiverUrl: string;
  conversationId: string | undefined;
}

export interface ExampleRequest {
  method: 'GET' | 'POST';
  path: string;
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Until a customer is chosen. */
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

/** What the example sends, unless the person changes the body. */
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
