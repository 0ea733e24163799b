import { expect, test } from 'vitest';
import { toCustomerId } from '../../dashboard/pages/playground/customer.ts';
import { toClientCode, toRequest } from '../../dashboard/pages/playground/example-requests.ts';
import { exampleIds, examples, playgroundScopes } from '../../functions/model/playground/playground.ts';
import { Switchboard } from '../../sdk/src/index.ts';

const baseUrl = 'http://127.0.0.1:4000/v1';
const context = {
  customer: { id: '+4915550001111', name: 'Ana O\'Hara "x": y' },
  receiverUrl: 'http://127.0.0.1:4100/receiver/shop',
  conversationId: '0199b7aa-0000-7000-8000-000000000001',
};

interface Sent {
  method: string;
  url: string;
  body: unknown;
}

/** Runs the code that the page shows, with the real client and without a network. */
const runClientCode = async (code: string): Promise<Sent[]> => {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const body = init.body === undefined || init.body === null ? undefined : JSON.parse(String(init.body));
    sent.push({ method: init.method ?? 'GET', url: String(url), body });
    return Response.json({ data: [], meta: { next_cursor: null } });
  };
  const client = class extends Switchboard {
    constructor(options: ConstructorParameters<typeof Switchboard>[0]) {
      super({ ...options, apiKey: 'svc_live_test', fetch });
    }
  };
  const lines = code.split('\n').filter((line) => !line.startsWith('import ') && !line.startsWith('console.log'));
  const { constructor: AsyncFunction } = async function empty() {
    // Only its constructor is needed.
  };
  await Reflect.construct(AsyncFunction, ['Switchboard', lines.join('\n')])(client);
  return sent;
};

test.each(exampleIds)('the client code of the example %s sends the request that Run sends', async (example) => {
  const request = toRequest(example, context);
  expect(request).toMatchObject({ method: examples[example].method });
  const [sent, ...others] = await runClientCode(toClientCode(`${baseUrl}/`, example, request));
  expect(others).toEqual([]);
  const query = request.query ? `?${new URLSearchParams(request.query)}` : '';
  expect(sent).toEqual({ method: request.method, url: `${baseUrl}${request.path}${query}`, body: request.body });
});

test('without a customer, examples name a number that works', () => {
  expect(toRequest('sendText', { ...context, customer: undefined }).body).toMatchObject({ to: '+14155550123' });
});

test('the key of the playground gets the scopes of the examples and no other', () => {
  expect([...playgroundScopes].sort()).toEqual([
    'contacts:read',
    'contacts:write',
    'conversations:read',
    'messages:read',
    'messages:send',
    'webhooks:manage',
  ]);
});

test.each([
  ['msgapp', ' +49 (1555) 000-1111 ', '+4915550001111'],
  ['msgapp', '4915550001111', '+4915550001111'],
  ['msgapp', '12345', undefined],
  ['msgapp', 'Ana', undefined],
  ['social', ' mia ', 'mia'],
  ['web', '', undefined],
] as const)('on %s, the customer %j is known as %j', (channel, given, id) => {
  expect(toCustomerId(channel, given)).toBe(id);
});
