import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../client.ts';

/** What a call works on: what was made for all calls, what was made for this one, and its number. */
interface Occasion {
  made: string;
  own: string;
  n: number;
}

/** An endpoint's ordinary call. Only the call itself is measured, not what is made for it. */
export interface Scenario {
  /** Makes what all calls work on and returns its id. */
  prepare?: (client: Client) => Promise<string>;
  /** Makes what this one call works on and returns its id. */
  each?: (client: Client, occasion: Omit<Occasion, 'own'>) => Promise<string>;
  path: (occasion: Occasion) => string;
  body?: (occasion: Occasion) => unknown;
}

const phoneOf = (n: number): string => `+4915112${String(100_000 + n)}`;

const idOf = ({ json }: { json: unknown }): string => (json as { data: { id: string } }).data.id;

const makeContact = async (client: Client, n = 0): Promise<string> =>
  idOf(
    await client.call('POST', '/contacts', {
      phone: phoneOf(n),
      name: `Person ${n}`,
      email: `person.${n}@example.com`,
      tags: ['vip'],
    }),
  );

const makeFiftyContacts = async (client: Client): Promise<string> => {
  for (let n = 0; n < 50; n += 1) await makeContact(client, n);
  return '';
};

const makeSegment = async (client: Client, n = 0): Promise<string> =>
  idOf(await client.call('POST', '/segments', { name: `Segment ${n}` }));

const makeTagSegment = async (client: Client): Promise<string> => {
  await makeFiftyContacts(client);
  const filter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'vip' }] };
  return idOf(await client.call('POST', '/segments', { name: 'VIPs', kind: 'dynamic', filter }));
};

const makeWebhook = async (client: Client): Promise<string> =>
  idOf(await client.call('POST', '/webhooks', webhookWish));

const webhookWish = { url: 'https://93.184.216.34/hook', events: ['contact.created', 'message.received'] };

/** A workspace may have 50 webhooks, and the bench makes more. */
const deleteWebhooks = async (client: Client): Promise<string> => {
  const { json } = await client.call('GET', '/webhooks');
  for (const { id } of (json as { data: { id: string }[] }).data) await client.call('DELETE', `/webhooks/${id}`);
  return '';
};

const makeTenWebhooks = async (client: Client): Promise<string> => {
  for (let n = 0; n < 10; n += 1) await makeWebhook(client);
  return '';
};

const sendText = async (client: Client, n = 0): Promise<string> => {
  const { json } = await client.call('POST', '/messages', { to: phoneOf(n), text: 'Your order is on its way.' });
  return (json as { data: { conversation_id: string } }).data.conversation_id;
};

const makeFiftyConversations = async (client: Client): Promise<string> => {
  for (let n = 0; n < 50; n += 1) await sendText(client, n);
  return '';
};

const looksMax = 300;

/** What changes while it is looked at would cost now this, now that. */
const untilStill = async <Data>(client: Client, path: string, isStill: (data: Data) => boolean): Promise<void> => {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const { json } = await client.call('GET', path);
    if (isStill((json as { data: Data }).data)) return;
    await wait(100);
  }
  throw new Error(`${path} does not come to rest.`);
};

/** Receipts make messages longer. */
const makeFiftyMessages = async (client: Client): Promise<string> => {
  for (let n = 1; n < 50; n += 1) await sendText(client);
  const id = await sendText(client);
  await untilStill<{ status: string }[]>(client, `/conversations/${id}/messages`, (messages) =>
    messages.every(({ status }) => status === 'delivered'),
  );
  return id;
};

const broadcastWish = (n: number) => ({
  name: `News ${n}`,
  template: { name: 'hello_world' },
  recipients: [{ to: phoneOf(n) }],
});

const makeEndedBroadcast = async (client: Client): Promise<string> => {
  const id = idOf(await client.call('POST', '/broadcasts', broadcastWish(0)));
  const isEnded = ({ completed_at }: { completed_at: string | null }) => completed_at !== null;
  await untilStill(client, `/broadcasts/${id}`, isEnded);
  return id;
};

/** One per endpoint of the table, by operationId; the bench refuses to run while one is missing. */
export const scenarios: Record<string, Scenario> = {
  getMe: { path: () => '/me' },
  getOpenapi: { path: () => '/openapi.json' },

  createContact: {
    path: () => '/contacts',
    body: ({ n }) => ({ phone: phoneOf(n), name: 'Ana', email: 'ana@example.com', tags: ['vip'] }),
  },
  listContacts: { prepare: makeFiftyContacts, path: () => '/contacts' },
  getContact: { prepare: (client) => makeContact(client), path: ({ made }) => `/contacts/${made}` },
  updateContact: {
    prepare: (client) => makeContact(client),
    path: ({ made }) => `/contacts/${made}`,
    body: ({ n }) => ({ name: `Ana ${n}` }),
  },

  createSegment: { path: () => '/segments', body: ({ n }) => ({ name: `Segment ${n}` }) },
  listSegments: { prepare: (client) => makeSegment(client), path: () => '/segments' },
  getSegment: { prepare: (client) => makeSegment(client), path: ({ made }) => `/segments/${made}` },
  updateSegment: {
    prepare: (client) => makeSegment(client),
    path: ({ made }) => `/segments/${made}`,
    body: ({ n }) => ({ name: `Renamed ${n}` }),
  },
  deleteSegment: { each: (client, { n }) => makeSegment(client, n), path: ({ own }) => `/segments/${own}` },
  listSegmentContacts: { prepare: makeTagSegment, path: ({ made }) => `/segments/${made}/contacts` },
  addSegmentContacts: {
    prepare: (client) => makeSegment(client),
    each: (client, { n }) => makeContact(client, n),
    path: ({ made }) => `/segments/${made}/contacts`,
    body: ({ own }) => ({ contact_ids: [own] }),
  },
  removeSegmentContacts: {
    prepare: (client) => makeSegment(client),
    each: async (client, { made, n }) => {
      const contactId = await makeContact(client, n);
      await client.call('POST', `/segments/${made}/contacts`, { contact_ids: [contactId] });
      return contactId;
    },
    path: ({ made }) => `/segments/${made}/contacts`,
    body: ({ own }) => ({ contact_ids: [own] }),
  },

  createWebhook: { each: deleteWebhooks, path: () => '/webhooks', body: () => webhookWish },
  listWebhooks: { prepare: makeTenWebhooks, path: () => '/webhooks' },
  getWebhook: { prepare: makeWebhook, path: ({ made }) => `/webhooks/${made}` },
  updateWebhook: {
    prepare: makeWebhook,
    path: ({ made }) => `/webhooks/${made}`,
    body: () => ({ events: ['contact.created'], is_active: true }),
  },
  deleteWebhook: { each: makeWebhook, path: ({ own }) => `/webhooks/${own}` },

  sendMessage: {
    prepare: (client) => sendText(client),
    path: () => '/messages',
    body: ({ n }) => ({ to: phoneOf(0), text: `Message ${n}` }),
  },
  // One to thirty recipients cost the same here: they lie in one item.
  createBroadcast: { prepare: makeEndedBroadcast, path: () => '/broadcasts', body: ({ n }) => broadcastWish(n) },
  getBroadcast: {
    prepare: makeEndedBroadcast,
    path: ({ made }) => `/broadcasts/${made}`,
  },
  listConversations: { prepare: makeFiftyConversations, path: () => '/conversations' },
  getConversation: { prepare: (client) => sendText(client), path: ({ made }) => `/conversations/${made}` },
  listMessages: { prepare: makeFiftyMessages, path: ({ made }) => `/conversations/${made}/messages` },
};
