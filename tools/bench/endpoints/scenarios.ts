import type { Client } from '../client.ts';
import { makeReportDays, toDate } from './report-days.ts';
import {
  contactInput,
  contactsPerCall,
  makeContact,
  makeSegment,
  readId,
  type Scenario,
  toPhone,
  waitUntilStable,
} from './scenario.ts';
import { webhookScenarios } from './webhook-scenarios.ts';

const makeContacts = async (client: Client, listLength: number): Promise<string> => {
  const contacts = Array.from({ length: listLength }, (_, n) => contactInput(n));
  await client.call('POST', '/contacts/batch', { contacts });
  return '';
};

const makeList = (client: Client, n = 0): Promise<string> => makeSegment(client, { name: `Segment ${n}` });

const makeTeam = async (client: Client, n = 0): Promise<string> =>
  readId(await client.call('POST', '/teams', { name: `Team ${n}` }));

/** A workspace may have 50 teams, and the bench creates more. */
const deleteTeams = async (client: Client): Promise<string> => {
  const { json } = await client.call('GET', '/teams');
  for (const { id } of (json as { data: { id: string }[] }).data) await client.call('DELETE', `/teams/${id}`);
  return '';
};

const makeTagSegment = async (client: Client, listLength: number): Promise<string> => {
  await makeContacts(client, listLength);
  const filter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'vip' }] };
  return makeSegment(client, { name: 'VIPs', kind: 'dynamic', filter });
};

const sendText = async (client: Client, n = 0): Promise<string> => {
  const { json } = await client.call('POST', '/messages', { to: toPhone(n), text: 'Your order is on its way.' });
  return (json as { data: { conversation_id: string } }).data.conversation_id;
};

const makeConversations = async (client: Client, listLength: number): Promise<string> => {
  for (let n = 0; n < listLength; n += 1) await sendText(client, n);
  return '';
};

/** Waits for the receipts, which make messages longer. */
const makeMessages = async (client: Client, listLength: number): Promise<string> => {
  for (let n = 1; n < listLength; n += 1) await sendText(client);
  const id = await sendText(client);
  await waitUntilStable<{ status: string }[]>(client, `/conversations/${id}/messages`, (messages) =>
    messages.every(({ status }) => status === 'delivered'),
  );
  return id;
};

/** Sends to customers whom the simulator's channel cannot reach. */
const makeFailures = async (client: Client, listLength: number): Promise<string> => {
  const text = 'Your order is on its way.';
  for (let n = 0; n < listLength; n += 1) await client.call('POST', '/messages', { to: `+491${550 + n}5550001`, text });
  return '';
};

const sendTemplate = async (client: Client): Promise<string> => {
  await client.call('POST', '/messages', {
    to: toPhone(0),
    type: 'template',
    template: { name: 'order_update', params: ['Ana', 'A-17'] },
  });
  return '';
};

const broadcastInput = (n: number) => ({
  name: `News ${n}`,
  template: { name: 'hello_world' },
  recipients: [{ to: toPhone(n) }],
});

const makeCompletedBroadcast = async (client: Client): Promise<string> => {
  const id = readId(await client.call('POST', '/broadcasts', broadcastInput(0)));
  const isCompleted = ({ completed_at }: { completed_at: string | null }) => completed_at !== null;
  await waitUntilStable(client, `/broadcasts/${id}`, isCompleted);
  return id;
};

/** Waits for the receipts, which make messages longer. */
const makeRecipients = async (client: Client, listLength: number): Promise<string> => {
  const recipients = Array.from({ length: listLength }, (_, n) => ({ to: toPhone(n) }));
  const id = readId(await client.call('POST', '/broadcasts', { ...broadcastInput(0), recipients }));
  await waitUntilStable(client, `/broadcasts/${id}`, isDelivered);
  return id;
};

const isDelivered = ({ accepted, delivered_count }: { accepted: number; delivered_count: number }): boolean =>
  delivered_count === accepted;

const makeTenBroadcasts = async (client: Client): Promise<string> => {
  const broadcastIds: string[] = [];
  for (let n = 0; n < 10; n += 1)
    broadcastIds.push(readId(await client.call('POST', '/broadcasts', broadcastInput(n))));
  for (const id of broadcastIds) await waitUntilStable(client, `/broadcasts/${id}`, isDelivered);
  return '';
};

const makeScheduledBroadcast = async (client: Client, n: number): Promise<string> => {
  const scheduled_at = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString();
  return readId(await client.call('POST', '/broadcasts', { ...broadcastInput(n), scheduled_at }));
};

/** Writes only the row of the copy: a call signs a link and does not touch the file. */
const makeCopiedFile = async (client: Client): Promise<string> => {
  const { newMediaPart } = await import('../../../functions/table/media/media.ts');
  const { transact } = await import('../../../functions/table/dynamodb/write.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { json } = await client.call('GET', '/me');
  const message_id = newId();
  const row = newMediaPart({
    workspace_id: (json as { data: { account: { id: string } } }).data.account.id,
    message_id,
    channel: 'msgapp',
    source: { id: '1003380000000001', url: null, mimeType: 'image/jpeg', filename: null },
    attempts: 0,
    status: 'copied',
    content_type: 'image/jpeg',
    declared_type: 'image/jpeg',
    size_bytes: 61_901,
    filename: null,
    expires: Math.floor(Date.now() / 1_000) + 86_400,
  });
  await transact([row]);
  return message_id;
};

const dayMs = 86_400_000;

export const scenarios: Record<string, Scenario> = {
  getReport: {
    prepare: makeReportDays,
    path: () => `/reports/first_answer?from=${toDate(Date.now() - 89 * dayMs)}&to=${toDate(Date.now())}&by=day`,
  },
  createContact: {
    path: () => '/contacts',
    body: ({ n }) => ({ phone: toPhone(n), name: 'Ana', email: 'ana@example.com', tags: ['vip'] }),
  },
  importContacts: {
    path: () => '/contacts/batch',
    body: ({ n }) => ({
      contacts: Array.from({ length: contactsPerCall }, (_, index) => ({
        phone: toPhone(n * contactsPerCall + index),
        name: 'Ana',
        email: 'ana@example.com',
        tags: ['vip'],
      })),
    }),
  },
  listContacts: { prepare: makeContacts, path: () => '/contacts' },
  getContact: { prepare: (client) => makeContact(client), path: ({ sharedId }) => `/contacts/${sharedId}` },
  updateContact: {
    prepare: (client) => makeContact(client),
    path: ({ sharedId }) => `/contacts/${sharedId}`,
    body: ({ n }) => ({ name: `Ana ${n}` }),
  },
  addContactTags: {
    prepareCall: (client, { n }) => makeContact(client, n),
    path: ({ ownId }) => `/contacts/${ownId}/tags`,
    body: () => ({ tags: ['new'] }),
  },
  removeContactTags: {
    prepareCall: async (client, { n }) => {
      const contactId = await makeContact(client, n);
      await client.call('POST', `/contacts/${contactId}/tags`, { tags: ['new'] });
      return contactId;
    },
    path: ({ ownId }) => `/contacts/${ownId}/tags`,
    body: () => ({ tags: ['new'] }),
  },
  deleteContact: { prepareCall: (client, { n }) => makeContact(client, n), path: ({ ownId }) => `/contacts/${ownId}` },

  createTeam: { prepareCall: deleteTeams, path: () => '/teams', body: ({ n }) => ({ name: `New ${n}` }) },
  listTeams: { prepare: (client) => makeTeam(client), path: () => '/teams' },
  getTeam: { prepare: (client) => makeTeam(client), path: ({ sharedId }) => `/teams/${sharedId}` },
  updateTeam: {
    prepare: (client) => makeTeam(client),
    path: ({ sharedId }) => `/teams/${sharedId}`,
    body: ({ n }) => ({ name: `Renamed ${n}` }),
  },
  deleteTeam: { prepareCall: (client, { n }) => makeTeam(client, n), path: ({ ownId }) => `/teams/${ownId}` },
  createSegment: { path: () => '/segments', body: ({ n }) => ({ name: `Segment ${n}` }) },
  listSegments: { prepare: (client) => makeList(client), path: () => '/segments' },
  getSegment: { prepare: (client) => makeList(client), path: ({ sharedId }) => `/segments/${sharedId}` },
  updateSegment: {
    prepare: (client) => makeList(client),
    path: ({ sharedId }) => `/segments/${sharedId}`,
    body: ({ n }) => ({ name: `Renamed ${n}` }),
  },
  deleteSegment: { prepareCall: (client, { n }) => makeList(client, n), path: ({ ownId }) => `/segments/${ownId}` },
  listSegmentContacts: { prepare: makeTagSegment, path: ({ sharedId }) => `/segments/${sharedId}/contacts` },
  addSegmentContacts: {
    prepare: (client) => makeList(client),
    prepareCall: (client, { n }) => makeContact(client, n),
    path: ({ sharedId }) => `/segments/${sharedId}/contacts`,
    body: ({ ownId }) => ({ contact_ids: [ownId] }),
  },
  removeSegmentContacts: {
    prepare: (client) => makeList(client),
    prepareCall: async (client, { sharedId, n }) => {
      const contactId = await makeContact(client, n);
      await client.call('POST', `/segments/${sharedId}/contacts`, { contact_ids: [contactId] });
      return contactId;
    },
    path: ({ sharedId }) => `/segments/${sharedId}/contacts`,
    body: ({ ownId }) => ({ contact_ids: [ownId] }),
  },

  ...webhookScenarios,

  sendMessage: {
    prepare: (client) => sendText(client),
    path: () => '/messages',
    body: ({ n }) => ({ to: toPhone(0), text: `Message ${n}` }),
  },
  listFailedMessages: { prepare: makeFailures, path: () => '/messages?status=failed' },
  listTemplates: { prepare: sendTemplate, path: () => '/templates' },
  getTemplate: { prepare: sendTemplate, path: () => '/templates/order_update/en_US' },
  // 1 to 30 recipients cost the same: they fit in one item.
  createBroadcast: { prepare: makeCompletedBroadcast, path: () => '/broadcasts', body: ({ n }) => broadcastInput(n) },
  getBroadcast: { prepare: makeCompletedBroadcast, path: ({ sharedId }) => `/broadcasts/${sharedId}` },
  listBroadcasts: { prepare: makeTenBroadcasts, path: () => '/broadcasts' },
  cancelBroadcast: {
    prepareCall: (client, { n }) => makeScheduledBroadcast(client, n),
    path: ({ ownId }) => `/broadcasts/${ownId}/cancel`,
  },
  listBroadcastRecipients: {
    prepare: makeRecipients,
    path: ({ sharedId }) => `/broadcasts/${sharedId}/recipients`,
  },
  getMedia: { prepare: makeCopiedFile, path: ({ sharedId }) => `/media/${sharedId}` },
  listConversations: { prepare: makeConversations, path: () => '/conversations' },
  getConversation: { prepare: (client) => sendText(client), path: ({ sharedId }) => `/conversations/${sharedId}` },
  updateConversation: {
    prepareCall: (client) => sendText(client),
    path: ({ ownId }) => `/conversations/${ownId}`,
    body: ({ n }) => ({ status: n % 2 === 0 ? 'closed' : 'open' }),
  },
  replyToConversation: {
    prepare: (client) => sendText(client),
    path: ({ sharedId }) => `/conversations/${sharedId}/messages`,
    body: ({ n }) => ({ text: `Reply ${n}` }),
  },
  listMessages: { prepare: makeMessages, path: ({ sharedId }) => `/conversations/${sharedId}/messages` },
};
