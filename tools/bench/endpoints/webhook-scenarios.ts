import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '../client.ts';
import { makeContact, readId, type Scenario, waitUntilStable } from './scenario.ts';

const makeWebhook = async (client: Client): Promise<string> =>
  readId(await client.call('POST', '/webhooks', webhookInput));

const webhookInput = { url: 'https://93.184.216.34/hook', events: ['contact.created', 'message.received'] };

/** A workspace may have 50 webhooks, and the bench creates more. */
const deleteWebhooks = async (client: Client): Promise<string> => {
  const { json } = await client.call('GET', '/webhooks');
  for (const { id } of (json as { data: { id: string }[] }).data) await client.call('DELETE', `/webhooks/${id}`);
  return '';
};

const makeTenWebhooks = async (client: Client): Promise<string> => {
  for (let n = 0; n < 10; n += 1) await makeWebhook(client);
  return '';
};

/** There are so few that those of a shard fit into one read unit, however they are spread. */
const deliveriesMade = 5;

const waitForDeliveries = (client: Client, webhookId: string, status: string): Promise<void> =>
  waitUntilStable<{ status: string }[]>(
    client,
    `/webhooks/${webhookId}/deliveries`,
    (deliveries) => deliveries.length === deliveriesMade && deliveries.every((delivery) => delivery.status === status),
  );

const makeDeliveries = async (client: Client, status: 204 | 410): Promise<string> => {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { Connection: 'close' }).end());
  });
  await once(receiver.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const input = { url: `http://127.0.0.1:${port}/hook`, events: ['contact.created'] };
  const id = readId(await client.call('POST', '/webhooks', input));
  for (let n = 0; n < deliveriesMade; n += 1) await makeContact(client, n);
  await waitForDeliveries(client, id, status === 204 ? 'delivered' : 'failed');
  return id;
};

/** Returns the path of a delivery. */
const makeDelivery = async (client: Client): Promise<string> => {
  const path = `/webhooks/${await makeDeliveries(client, 204)}/deliveries`;
  const { json } = await client.call('GET', path);
  return `${path}/${(json as { data: { event_id: string }[] }).data[0]?.event_id}`;
};

const feedInput = { events: ['contact.created', 'message.received'] };

const makeFeed = async (client: Client): Promise<string> => readId(await client.call('POST', '/feeds', feedInput));

/** A workspace may have 10 feeds, and the bench creates more. */
const deleteFeeds = async (client: Client): Promise<string> => {
  const { json } = await client.call('GET', '/feeds');
  for (const { id } of (json as { data: { id: string }[] }).data) await client.call('DELETE', `/feeds/${id}`);
  return '';
};

const makeFeedEvents = async (client: Client, listLength: number): Promise<string> => {
  const id = await makeFeed(client);
  for (let n = 0; n < listLength; n += 1) await makeContact(client, n);
  await waitUntilStable<unknown[]>(client, `/feeds/${id}/events`, (events) => events.length === listLength);
  return id;
};

export const webhookScenarios: Record<string, Scenario> = {
  createFeed: { prepareCall: deleteFeeds, path: () => '/feeds', body: () => feedInput },
  listFeeds: { prepare: makeFeed, path: () => '/feeds' },
  getFeed: { prepare: makeFeed, path: ({ sharedId }) => `/feeds/${sharedId}` },
  listFeedEvents: { prepare: makeFeedEvents, path: ({ sharedId }) => `/feeds/${sharedId}/events` },
  deleteFeed: {
    prepareCall: async (client) => {
      await deleteFeeds(client);
      return makeFeed(client);
    },
    path: ({ ownId }) => `/feeds/${ownId}`,
  },
  createWebhook: { prepareCall: deleteWebhooks, path: () => '/webhooks', body: () => webhookInput },
  listWebhooks: { prepare: makeTenWebhooks, path: () => '/webhooks' },
  getWebhook: { prepare: makeWebhook, path: ({ sharedId }) => `/webhooks/${sharedId}` },
  updateWebhook: {
    prepare: makeWebhook,
    path: ({ sharedId }) => `/webhooks/${sharedId}`,
    body: () => ({ events: ['contact.created'], is_active: true }),
  },
  deleteWebhook: { prepareCall: makeWebhook, path: ({ ownId }) => `/webhooks/${ownId}` },
  rotateWebhookSecret: {
    prepare: makeWebhook,
    path: ({ sharedId }) => `/webhooks/${sharedId}/rotate-secret`,
    body: () => ({}),
  },
  listDeliveries: {
    prepare: (client) => makeDeliveries(client, 204),
    path: ({ sharedId }) => `/webhooks/${sharedId}/deliveries`,
  },
  getDelivery: { prepare: makeDelivery, path: ({ sharedId }) => sharedId },
  redeliverEvent: {
    prepare: makeDelivery,
    prepareCall: async (client, { sharedId }) => {
      await waitUntilStable<{ status: string }>(client, sharedId, ({ status }) => status === 'delivered');
      return '';
    },
    path: ({ sharedId }) => `${sharedId}/redeliver`,
  },
  // Five lost events, which fail again after each call.
  recoverEvents: {
    prepare: (client) => makeDeliveries(client, 410),
    prepareCall: async (client, { sharedId }) => {
      await waitForDeliveries(client, sharedId, 'failed');
      await client.call('PATCH', `/webhooks/${sharedId}`, { is_active: true });
      return '';
    },
    path: ({ sharedId }) => `/webhooks/${sharedId}/recover`,
    body: () => ({ since: '2026-01-01T00:00:00Z' }),
  },
};
