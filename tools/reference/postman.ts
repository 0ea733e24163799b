import { ids } from '../../functions/operations/samples.ts';
import {
  type ApiDocument,
  type Example,
  listExamples,
  listRoutes,
  type Operation,
  type Parameter,
  type Route,
  resolve,
} from './api-document.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Resources before those that refer to them, and webhooks before the events that they get. */
const folders = [
  ...['me', 'members', 'teams', 'webhooks', 'contacts', 'segments', 'messages', 'templates', 'conversations'],
  ...['routing', 'reports', 'media', 'broadcasts', 'deliveries', 'feeds', 'openapi'],
];

/** The values that the requests further down take from a response. */
const captures: Record<string, Record<string, string>> = {
  listMembers: { memberId: 'data[0]?.id' },
  listTemplates: { templateName: 'data[0]?.name', templateLanguage: 'data[0]?.language' },
  createTeam: { teamId: 'data.id' },
  createContact: { contactId: 'data.id' },
  'createSegment: A list of contacts': { segmentId: 'data.id' },
  'createSegment: A filter over all contacts': { dynamicSegmentId: 'data.id' },
  sendMessage: { conversationId: 'data.conversation_id', messageId: 'data.message_id' },
  listMessages: { mediaId: 'data.find?.(({ direction, media_url }) => direction === "inbound" && media_url)?.id' },
  createBroadcast: { broadcastId: 'data.id' },
  createWebhook: { webhookId: 'data.id' },
  listDeliveries: { eventId: 'data[0]?.event_id' },
  getDelivery: { deliveredEventId: 'data.last_attempt && !data.next_attempt_at ? data.event_id : "none"' },
  createFeed: { feedId: 'data.id' },
};

/** The ids that the examples show, and the variables that take their place. */
const variablesById: Record<string, string> = {
  [ids.member]: 'memberId',
  [ids.team]: 'teamId',
  [ids.contact]: 'contactId',
  [ids.segment]: 'segmentId',
  [ids.message]: 'messageId',
  [ids.inboundMessage]: 'messageId',
};

/** Times that must be near the present, and an address that the service must be able to reach. */
const variablesByField: Record<string, string> = {
  scheduled_at: 'tomorrow',
  snoozed_until: 'tomorrow',
  since: 'yesterday',
  url: 'webhookUrl',
};

const setTimes = `const day = 86_400_000;
pm.collectionVariables.set('tomorrow', new Date(Date.now() + day).toISOString());
pm.collectionVariables.set('yesterday', new Date(Date.now() - day).toISOString());`;

interface Request {
  area: string;
  name: string;
  operationId: string;
  needs: string[];
  sets: string[];
  item: object;
}

/** A collection of Postman's format 2.1 that runs from top to bottom: each example is a request, deletions come last. */
export const buildCollection = (document: ApiDocument): object => {
  const requests = folders.flatMap((area) =>
    listRoutes(document, area).flatMap((route) => buildRequests(document, area, route)),
  );
  const isDeletion = ({ operationId }: Request) => operationId.startsWith('delete');
  const folder = (name: string, description: string, members: Request[]) => ({
    name,
    description,
    item: members.map(({ item }) => item),
  });
  return {
    info: { name: `${document.info.title} API`, description: document.info.description, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    event: [toEvent('prerequest', setTimes)],
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:4000/v1' },
      { key: 'apiKey', value: '' },
      {
        key: 'webhookUrl',
        value: 'http://127.0.0.1:3000/',
        description: 'A receiver of yours. A deployed service delivers to public https addresses only.',
      },
      { key: 'templateName', value: 'order_ready' },
      { key: 'templateLanguage', value: 'en_US' },
    ],
    item: [
      ...folders.map((name) => {
        const members = requests.filter((request) => request.area === name && !isDeletion(request));
        const description = document.tags.find((tag) => tag.name === name)?.description ?? '';
        return folder(name, description, sortByNeeds(members));
      }),
      folder('clean up', 'Deletes what the requests above created.', requests.filter(isDeletion)),
    ],
  };
};

/** A request comes after those of its folder that set its variables. */
const sortByNeeds = (requests: Request[]): Request[] => {
  const sorted: Request[] = [];
  const left = [...requests];
  while (left.length > 0) {
    const awaited = new Set(left.flatMap(({ sets }) => sets));
    const isReady = ({ needs, sets }: Request) => needs.every((name) => !awaited.has(name) || sets.includes(name));
    sorted.push(...left.splice(Math.max(0, left.findIndex(isReady)), 1));
  }
  return sorted;
};

const buildRequests = (document: ApiDocument, area: string, route: Route): Request[] => {
  const { requestBody, summary, operationId } = route.operation;
  // Both segments are deleted, so the collection can run again.
  if (operationId === 'deleteSegment')
    return ['segmentId', 'dynamicSegmentId'].map((id) =>
      buildRequest(document, area, route, `${summary}: ${id}`, undefined, id),
    );
  if (!requestBody) return [buildRequest(document, area, route, summary, undefined)];
  const all = listExamples(document, requestBody.content['application/json']);
  // A broadcast to a file needs one from the disk.
  const examples = all.filter(({ value }) => !('file_id' in Object(value)));
  return examples.map((example) =>
    buildRequest(document, area, route, examples.length === 1 ? summary : `${summary}: ${example.summary}`, example),
  );
};

const buildRequest = (
  document: ApiDocument,
  area: string,
  { method, path, operation }: Route,
  name: string,
  example: Example | undefined,
  idVariable?: string,
): Request => {
  const { operationId, description } = operation;
  const raw = example && JSON.stringify(example.value, useVariables, 2);
  const url = buildUrl(document, path, operation, idVariable);
  const sets = captures[`${operationId}: ${example?.summary}`] ?? captures[operationId] ?? {};
  return {
    area,
    name,
    operationId,
    needs: [...`${JSON.stringify(url)}${raw}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => String(variable)),
    sets: Object.keys(sets),
    item: {
      name,
      event: [
        ...(skippable[operationId] === undefined ? [] : [toEvent('prerequest', buildSkip(skippable[operationId]))]),
        toEvent('test', buildScript(sets)),
      ],
      request: {
        method,
        description,
        ...(operation.security ? { auth: { type: 'noauth' } } : {}),
        header: [
          ...(raw === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
          ...listParameters(document, operation, 'header').map(toOptional),
        ],
        url,
        ...(raw === undefined ? {} : { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }),
      },
    },
  };
};

const useVariables = (field: string, value: unknown): unknown => {
  const variable = variablesByField[field] ?? (typeof value === 'string' ? variablesById[value] : undefined);
  return variable === undefined ? value : `{{${variable}}}`;
};

/** A run skips these requests while it has no file of a customer, no event and no delivery that has ended. */
const skippable: Record<string, string> = {
  getMedia: 'mediaId',
  getDelivery: 'eventId',
  redeliverEvent: 'deliveredEventId',
};

const buildSkip = (variable: string): string =>
  `if ((pm.collectionVariables.get('${variable}') ?? 'none') === 'none') pm.execution.skipRequest();`;

const buildScript = (sets: Record<string, string>): string =>
  [
    'if (pm.response.code === 429) {',
    '  // The collection has more requests than a key may make in half a minute. Postman waits for timers.',
    "  setTimeout(() => {}, 1_000 * pm.response.headers.get('Retry-After'));",
    '  pm.execution.setNextRequest(pm.info.requestId);',
    '} else {',
    "  pm.test('it succeeds', () => {",
    '    if (pm.response.code >= 400) throw new Error(pm.response.text());',
    '  });',
    '}',
    ...(Object.keys(sets).length === 0 ? [] : buildCaptures(sets)),
  ].join('\n');

/** In a block, because Postman has a variable named data of its own. */
const buildCaptures = (sets: Record<string, string>): string[] => [
  '{',
  '  const { data = {} } = pm.response.json();',
  ...Object.entries(sets).map(([name, value]) => `  if (${value}) pm.collectionVariables.set('${name}', ${value});`),
  '}',
];

const toEvent = (listen: string, script: string): object => ({
  listen,
  script: { type: 'text/javascript', exec: script.split('\n') },
});

const buildUrl = (
  document: ApiDocument,
  path: string,
  operation: Operation,
  idVariable = `${path.split('/')[1]?.replace(/s$/, '')}Id`,
): object => {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const variables: Record<string, string> = {
    id: idVariable,
    event_id: skippable[operation.operationId] ?? 'eventId',
    name: 'templateName',
    language: 'templateLanguage',
  };
  return {
    raw: ['{{baseUrl}}', ...segments].join('/'),
    host: ['{{baseUrl}}'],
    path: segments,
    query: listParameters(document, operation, 'query').map(toQuery),
    variable: listParameters(document, operation, 'path').map(({ name, description, schema: { enum: choices } }) => ({
      key: name,
      value: String(choices?.[0] ?? `{{${variables[name]}}}`),
      description,
    })),
  };
};

const listParameters = (document: ApiDocument, { parameters }: Operation, location: Parameter['in']): Parameter[] =>
  parameters.map((entry) => resolve<Parameter>(document, entry)).filter((parameter) => parameter.in === location);

const toQuery = (parameter: Parameter): object =>
  parameter.required
    ? { key: parameter.name, value: String(parameter.schema.enum?.[0]), description: parameter.description }
    : toOptional(parameter);

/** Present for the reader, and not sent until it is switched on. */
const toOptional = ({ name, description }: Parameter): object => ({
  key: name,
  value: '',
  description,
  disabled: true,
});
