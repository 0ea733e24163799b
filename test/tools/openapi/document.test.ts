import { describe, expect, it } from 'vitest';
import { toEvents } from '../../../functions/domain/deliveries/events.ts';
import { toPublicEvent } from '../../../functions/model/deliveries/event.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { apiDocument, componentSchema, findFaults, operations, resolveRef } from '../../support/described-api.ts';
import {
  broadcast,
  contact,
  conversation,
  erasure,
  inbound,
  outbound,
  receipt,
  sending,
} from '../../support/table/changed-items.ts';

const deliveries = Object.values(apiDocument.webhooks).map(({ post }) => post);

const everyOperation = [...operations, ...deliveries];

/** Every node of the document with its path. */
const walk = function* (node: unknown, path: string): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [path, node as Record<string, unknown>];
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') yield* walk(child, `${path}/${name}`);
  }
};

const nodes = [...walk(apiDocument, '')];

const properties = nodes.flatMap(([path, node]) =>
  Object.entries((node['properties'] ?? {}) as Record<string, { description?: string }>).map(
    ([name, property]) => [`${path}/${name}`, property] as const,
  ),
);

const isSentence = (text: string | undefined): boolean => text !== undefined && /\.$/.test(text);

describe('the OpenAPI document', () => {
  it('a receiver on this machine is valid, because the local service accepts it', () => {
    const toBody = (url: string) => ({ url, events: ['message.received'] });
    const find = (url: string) => findFaults(componentSchema('NewWebhook'), toBody(url));
    expect(find('http://127.0.0.1:3000/')).toEqual([]);
    expect(find('ftp://example.com/')).toHaveLength(1);
  });

  it('every property in the OpenAPI document is described in a sentence', () => {
    expect(properties.length).toBeGreaterThan(200);
    expect(properties.filter(([, { description }]) => !isSentence(description)).map(([path]) => path)).toEqual([]);
  });

  it('every parameter in the OpenAPI document is described in a sentence', () => {
    const parameters = everyOperation.flatMap((operation) => operation.parameters.map(resolveRef));
    expect(parameters.length).toBeGreaterThan(40);
    expect(parameters.filter(({ description }) => !isSentence(description))).toEqual([]);
  });

  it('every operation, event, tag and component in the OpenAPI document is described in a sentence', () => {
    const described: { description?: string }[] = [
      ...everyOperation,
      ...apiDocument.tags,
      ...Object.values(apiDocument.components.schemas),
      ...Object.values(apiDocument.components.headers),
    ];
    expect(described.filter(({ description }) => !isSentence(description))).toEqual([]);
  });

  it('the summary of each operation fits into a menu and is not a sentence', () => {
    expect(everyOperation.filter(({ summary }) => summary.length > 40 || summary.endsWith('.'))).toEqual([]);
  });

  it('the OpenAPI document has no traces of the schema library', () => {
    const traces = nodes.filter(
      ([, { format, pattern, maximum, propertyNames }]) =>
        format === 'starts_with' ||
        maximum === Number.MAX_SAFE_INTEGER ||
        propertyNames !== undefined ||
        (pattern !== undefined && (format === 'uuid' || format === 'date-time')),
    );
    expect(traces).toEqual([]);
  });

  it('every object with properties is a named component or the envelope of a response', () => {
    const unnamed = nodes
      .filter(([, node]) => node['type'] === 'object' && node['properties'] !== undefined)
      .map(([path]) => path)
      .filter((path) => !/^\/components\/schemas\/\w+$|\/responses\/[23]\d\d\/content\/[^#]+\/schema$/.test(path));
    expect(unnamed).toEqual([]);
  });

  it('no component of the OpenAPI document is unused', () => {
    const used = new Set(nodes.map(([, { $ref }]) => $ref));
    const references = JSON.stringify(apiDocument);
    const names = Object.keys(apiDocument.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names.filter((name) => !used.has(name) && !references.includes(`"${name}"`))).toEqual([]);
  });
});

type Item = Record<string, unknown>;

const changes: [string, Item | undefined, Item][] = [
  ['a contact', undefined, contact],
  ['a contact from a social thread', undefined, { ...contact, phone: null, social_username: 'ana' }],
  ['a contact from the website', undefined, { ...contact, phone: null, channels: ['web'] }],
  ['a conversation', undefined, conversation],
  ['a message on msgapp', undefined, inbound],
  ['a message on social', undefined, { ...inbound, channel: 'social' }],
  ['a message on the website chat', undefined, { ...inbound, channel: 'web' }],
  ['an image without a caption', undefined, { ...inbound, content_type: 'image', content_text: null }],
  ['a status', outbound, { ...outbound, last_receipt: receipt }],
  ['a failure', outbound, { ...outbound, last_receipt: { ...receipt, status: 'failed' } }],
  ['a message that was sent', sending, outbound],
  ['a closed conversation', conversation, { ...conversation, status: 'closed' }],
  ['a renamed contact', contact, { ...contact, name: 'Bea' }],
  ['an erased contact', undefined, erasure],
  ['a broadcast that ends', broadcast, { ...broadcast, status: 'sent', completed_at: receipt.at }],
];

describe('the events in the OpenAPI document', () => {
  it('the OpenAPI document describes exactly the events to which a webhook can subscribe', () => {
    expect(Object.keys(apiDocument.webhooks)).toEqual([...eventNames]);
  });

  it.each(changes)('the event of %s has exactly the described fields', (_, before, after) => {
    const [event] = toEvents({ before, after });
    if (!event) throw new Error('This change causes no event.');
    const body = apiDocument.webhooks[event.name]?.post.requestBody?.content?.['application/json'];
    expect(findFaults(body?.schema ?? {}, JSON.parse(JSON.stringify(toPublicEvent(event))))).toEqual([]);
  });
});
