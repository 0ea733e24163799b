import { toCurl, toLiteral } from '../../functions/model/samples.ts';
import {
  type ApiDocument,
  findSuccess,
  listExamples,
  type Parameter,
  type Route,
  refName,
  resolve,
} from './api-document.ts';

/** How the client makes the call of an operation. The arguments are parameters of the path, the body or its fields. */
const calls: Record<string, string> = {
  getMe: 'me.get()',
  listContacts: 'contacts.list()',
  createContact: 'contacts.create(body)',
  importContacts: 'contacts.importMany(body)',
  getContact: 'contacts.get(id)',
  updateContact: 'contacts.update(id, body)',
  addContactTags: 'contacts.addTags(id, body)',
  removeContactTags: 'contacts.removeTags(id, body)',
  deleteContact: 'contacts.delete(id)',
  listSegments: 'segments.list()',
  createSegment: 'segments.create(body)',
  getSegment: 'segments.get(id)',
  updateSegment: 'segments.update(id, body)',
  deleteSegment: 'segments.delete(id)',
  listSegmentContacts: 'segments.contacts(id)',
  addSegmentContacts: 'segments.addContacts(id, body.contact_ids)',
  removeSegmentContacts: 'segments.removeContacts(id, body.contact_ids)',
  sendMessage: 'messages.send(body)',
  listFailedMessages: 'messages.failed()',
  listTemplates: 'templates.list()',
  getTemplate: 'templates.get(name, language)',
  listConversations: 'conversations.list()',
  getConversation: 'conversations.get(id)',
  updateConversation: 'conversations.update(id, body)',
  listMessages: 'conversations.messages(id)',
  replyToConversation: 'conversations.reply(id, body)',
  listMembers: 'members.list()',
  getMedia: 'media.get(id)',
  listBroadcasts: 'broadcasts.list()',
  createBroadcast: 'broadcasts.create(body)',
  createBroadcastFile: 'broadcasts.upload(csv)',
  getBroadcast: 'broadcasts.get(id)',
  cancelBroadcast: 'broadcasts.cancel(id)',
  listBroadcastRecipients: 'broadcasts.recipients(id)',
  listWebhooks: 'webhooks.list()',
  createWebhook: 'webhooks.create(body)',
  getWebhook: 'webhooks.get(id)',
  updateWebhook: 'webhooks.update(id, body)',
  deleteWebhook: 'webhooks.delete(id)',
  rotateWebhookSecret: 'webhooks.rotateSecret(id, body)',
  listDeliveries: 'webhooks.deliveries(id)',
  getDelivery: 'webhooks.delivery(id, event_id)',
  redeliverEvent: 'webhooks.redeliver(id, event_id)',
  recoverEvents: 'webhooks.recover(id, body.since)',
  testWebhook: 'webhooks.test(id, body.event)',
  listFeeds: 'feeds.list()',
  createFeed: 'feeds.create(body)',
  getFeed: 'feeds.get(id)',
  deleteFeed: 'feeds.delete(id)',
  listFeedEvents: 'feeds.events(id)',
};

export interface Sample {
  title: string;
  body: unknown;
  curl: string;
  /** Undefined for an operation that the client does not have. */
  client: string | undefined;
}

/** One for each example of the request, all of which are tested. */
export const buildSamples = (document: ApiDocument, route: Route): Sample[] => {
  const media = route.operation.requestBody?.content['application/json'];
  const examples = media ? listExamples(document, media) : [{ summary: 'Example', value: undefined }];
  return examples.map(({ summary, value }) => ({
    title: summary,
    body: value,
    curl: buildCurl(document, route, value),
    client: buildClientCall(document, route, value),
  }));
};

const buildCurl = (document: ApiDocument, { method, path, operation }: Route, body: unknown): string => {
  const parameters = operation.parameters.map((entry) => resolve<Parameter>(document, entry));
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return toCurl({
    method,
    baseUrl: '$BASE_URL',
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => findPathValue(document, path, name)),
    query: Object.fromEntries(required.map(({ name, schema }) => [name, String(schema.enum?.[0])])),
    ...(operation.security ? { key: null } : {}),
    body,
  });
};

/** The id that the examples of the same resource show. */
const findPathValue = (document: ApiDocument, path: string, name: string): string => {
  const end = path.indexOf(`{${name}}`) + name.length + 2;
  const resource = document.paths[path.slice(0, end)]?.['get'];
  const data = Object(Object(resource && findSuccess(resource).example)['data']);
  const known: unknown = data[name] ?? data.id ?? data.message_id;
  if (typeof known === 'string') return known;
  const parameters = Object.values(document.paths[path] ?? {}).flatMap((operation) => operation.parameters);
  const parameter = parameters.map((entry) => resolve<Parameter>(document, entry)).find((entry) => entry.name === name);
  return String(parameter?.schema.examples?.[0]);
};

const buildClientCall = (document: ApiDocument, { path, operation }: Route, body: unknown): string | undefined => {
  const [, method = '', names = ''] = /^([\w.]+)\((.*)\)$/.exec(calls[operation.operationId] ?? '') ?? [];
  if (method === '') return undefined;
  const values = names.split(', ').map((name) => {
    const [first = '', field] = name.split('.');
    if (first === 'body') return field === undefined ? body : Reflect.get(Object(body), field);
    if (first === 'csv') return 'phone,name,order\n+14155550123,Ana,1042';
    return first === '' ? undefined : findPathValue(document, path, first);
  });
  const args = values.filter((value) => value !== undefined).map((value) => toLiteral(value));
  const call = `client.${method}(${args.join(', ')})`;
  const { data } = findSuccess(operation).schema?.properties ?? {};
  const name = toVariable(data?.items?.$ref ?? data?.$ref);
  return data?.items ? `for await (const ${name} of ${call}) console.log(${name});` : `const ${name} = await ${call};`;
};

const toVariable = ($ref: string | undefined): string => {
  const name = $ref === undefined ? 'page' : refName($ref);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};
