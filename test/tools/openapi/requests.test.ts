import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { publicStatusByCode } from '../../../functions/model/api-error.ts';
import { newBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { lengthsMax } from '../../../functions/model/messages/limits.ts';
import { outgoingMessage } from '../../../functions/model/messages/outgoing-message.ts';
import { newSegment, segmentChanges } from '../../../functions/model/segments/segment.ts';
import { newWebhook, webhookChanges } from '../../../functions/model/webhooks/webhook.ts';
import { listExamples, type MediaType, type Operation, type Response } from '../../../tools/reference/api-document.ts';
import {
  apiDocument,
  componentSchema,
  findFaults,
  getOperation,
  isDescribed,
  operations,
  resolveRef,
} from '../../support/described-api.ts';

const uuid = '019a2b1c-1f00-7e44-9c30-3f5a7c9ecc04';

/** Texts of a length near the limit, where both sides could differ by one. */
const textsAround = (max: number) => [0, 1, max, max + 1].map((length) => '😀'.repeat(length));

interface Bodies {
  valid: object[];
  /** Fields that most random bodies have. */
  required: Record<string, unknown>;
  /** What to try for each field, besides its absence and wrong types. */
  values: Record<string, readonly unknown[]>;
}

const wrongTypes = [null, 5, true, [], {}];

/** Every valid body, and each of them with one field absent, of a wrong type or of each of its values. */
const vary = ({ valid, values }: Bodies): object[] => [
  ...valid,
  ...valid.flatMap((body) =>
    Object.entries(values).flatMap(([field, tried]) =>
      [undefined, ...wrongTypes, ...tried].map((value) => ({ ...body, [field]: value })),
    ),
  ),
];

/** Bodies with any number of such fields. */
const combine = ({ required, values }: Bodies): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(values).map(([field, tried]) => {
        const rare = fc.oneof(
          { weight: 6, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.constantFrom(...wrongTypes) },
          { weight: 6, arbitrary: fc.constantFrom(undefined, ...tried) },
        );
        const valid = fc.constant(required[field]);
        const often = fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: rare });
        return [field, field in required ? often : rare];
      }),
    ),
  );

const to = '+14155550123';

const templates = vary({
  valid: [{ name: 'order_update' }, { name: 'order_update', language: 'en_US', params: ['Ana'] }],
  required: {},
  values: {
    name: textsAround(512),
    language: ['en_US', ...textsAround(35)],
    params: [
      [1],
      ...[undefined, ...wrongTypes, ['Ana']].map((body) => ({ body })),
      ...[...wrongTypes, { a: 'b' }, { a: 1 }].map((bodyNamed) => ({ bodyNamed })),
    ],
  },
});

const message: Bodies = {
  valid: [
    { to, text: 'Hello' },
    { to, type: 'image', media_url: 'https://example.com/a.jpg', text: 'Hello' },
    { to, type: 'document', media_url: 'https://example.com/a.pdf', filename: 'a.pdf' },
    { to, type: 'template', template: { name: 'order_update' } },
    { to, text: 'Hello', name: 'Ana', fallback_template: { name: 'order_update' }, reply_to_message_id: uuid },
  ],
  required: { to },
  values: {
    to: [to, '030 12345'],
    type: ['text', 'image', 'video', 'document', 'audio', 'template', 'sticker'],
    text: ['Hello', ...textsAround(lengthsMax.caption), ...textsAround(lengthsMax.text)],
    media_url: ['https://example.com/a.jpg', 'http://example.com/', 'ftp://example.com/', '', 'a b'],
    filename: textsAround(240),
    name: textsAround(255),
    template: templates,
    fallback_template: templates,
    reply_to_message_id: [uuid, 'x'],
  },
};

const broadcast: Bodies = {
  valid: [
    { name: 'Sale', template: { name: 'order_update' }, segment_id: uuid },
    { name: 'Sale', template: { name: 'order_update' }, contact_ids: [uuid], dry_run: true },
    { name: 'Sale', template: { name: 'order_update' }, recipients: [{ to }], scheduled_at: '2026-11-15T09:30:00Z' },
  ],
  required: { name: 'Sale', template: { name: 'order_update' } },
  values: {
    name: textsAround(80),
    template: templates,
    scheduled_at: ['2026-11-15T09:30:00Z', '2026-11-15T09:30:00.5+02:00', '2026-11-15', 'x'],
    dry_run: [true, false, 'yes'],
    segment_id: [uuid, 'x'],
    contact_ids: [['x'], [uuid], Array(1001).fill(uuid)],
    recipients: [
      [{ to }, { to, params: ['Ana'] }],
      ...['030 12345', undefined, ...wrongTypes].map((other) => [{ to }, { to: other }]),
      ...wrongTypes.map((params) => [{ to, params }]),
    ],
  },
};

const rules = [
  [{ field: 'tag', op: 'has', value: 'VIP' }],
  [{ field: 'name', op: 'exists' }],
  [{ field: 'height', op: 'is', value: '2' }],
  Array(21).fill({ field: 'tag', op: 'has', value: 'VIP' }),
];

const filters = vary({
  valid: [{ match: 'all', rules: rules[0] }],
  required: {},
  values: { match: ['all', 'any', 'none'], rules },
});

const segment: Bodies = {
  valid: [
    { name: 'VIPs', kind: 'static', description: 'Customers' },
    { name: 'VIPs', kind: 'dynamic', filter: filters[0] },
  ],
  required: { name: 'VIPs' },
  values: {
    name: ['VIPs', ...textsAround(80)],
    description: textsAround(2_000),
    kind: ['static', 'dynamic', 'other'],
    filter: filters,
  },
};

const webhook: Bodies = {
  valid: [{ url: 'https://example.com/hook', events: ['message.received'] }],
  required: { url: 'https://example.com/hook', events: ['message.received'] },
  values: {
    url: ['not a url', `https://example.com/${'a'.repeat(2_030)}`],
    events: [['message.lost']],
    is_active: [],
  },
};

const cases: [component: string, schema: z.ZodMiniType, bodies: Bodies][] = [
  ['NewMessage', outgoingMessage, message],
  ['NewBroadcast', newBroadcast, broadcast],
  ['NewSegment', newSegment, segment],
  ['SegmentChanges', segmentChanges, segment],
  ['NewWebhook', newWebhook, webhook],
  ['WebhookChanges', webhookChanges, webhook],
];

/** A body after JSON has carried it: absent fields are absent. */
const overTheWire = (body: object): object => JSON.parse(JSON.stringify(body));

/** The service requires a filter for a dynamic segment only after it has looked for the segment. */
const isSameVerdict = (component: string, schema: z.ZodMiniType, body: object): boolean => {
  const isAccepted = z.safeParse(schema, body).success;
  const lacksFilter =
    component === 'NewSegment' && Reflect.get(body, 'kind') === 'dynamic' && !Reflect.get(body, 'filter');
  return isDescribed(componentSchema(component), body) === (isAccepted && !lacksFilter);
};

it.each(cases)(
  '%s in the OpenAPI document allows exactly the bodies that the service accepts',
  (component, schema, bodies) => {
    expect(bodies.valid.filter((body) => !isDescribed(componentSchema(component), body))).toEqual([]);
    const examples = vary(bodies);
    fc.assert(
      fc.property(combine(bodies), (generated) => {
        const body = overTheWire(generated);
        expect(isSameVerdict(component, schema, body), JSON.stringify(body).slice(0, 500)).toBe(true);
      }),
      { examples: examples.map((body) => [body]), numRuns: examples.length + 500 },
    );
  },
);

const deliveries = Object.values(apiDocument.webhooks).map(({ post }) => post);

const readExamples = (media: MediaType): unknown[] => listExamples(apiDocument, media).map(({ value }) => value);

const contents = ({ requestBody, responses }: Operation) => [
  ...(requestBody?.content ? [{ where: 'request', media: requestBody.content['application/json'] }] : []),
  ...Object.entries(responses).flatMap(([status, response]) => {
    const { content } = resolveRef<Response>(response);
    return content ? [{ where: status, media: content['application/json'] }] : [];
  }),
];

it.each([...operations, ...deliveries])(
  'every body of $operationId has examples that match its schema',
  (operation) => {
    for (const { where, media } of contents(operation)) {
      const examples = readExamples(media);
      expect(examples, where).not.toEqual([]);
      for (const example of examples)
        expect(findFaults(media.schema, example), `${where}: ${JSON.stringify(example)}`).toEqual([]);
    }
  },
);

it('a misspelled field of an example would not match its schema', () => {
  expect(findFaults({ $ref: '#/components/schemas/Tag' }, { id: 'x', nmae: 'VIP', color: '#000000' })).toHaveLength(3);
});

it('the service accepts every example of a request', () => {
  for (const { body, operationId } of endpoints) {
    if (!body) continue;
    const { content } = getOperation(operationId).requestBody ?? {};
    const examples = content ? readExamples(content['application/json']) : [];
    expect(examples, operationId).not.toEqual([]);
    for (const example of examples) expect(z.safeParse(body, example).error, operationId).toBeUndefined();
  }
});

it('every error code has an example', () => {
  expect(Object.keys(apiDocument.components.examples).sort()).toEqual(Object.keys(publicStatusByCode).sort());
});
