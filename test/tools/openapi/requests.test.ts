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
const textAround = (max: number) => fc.constantFrom(...[0, 1, max, max + 1].map((length) => '😀'.repeat(length)));

/** A field that is absent, null, of a wrong type or one of the given values. */
const field = (...values: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(null, 5, true, [], {}) },
    { weight: 6, arbitrary: fc.oneof(fc.constant(undefined), ...values) },
  );

const requiredField = (valid: unknown, ...values: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: field(...values) });

const template = fc.record(
  {
    name: requiredField('order_update', textAround(512)),
    language: field(fc.constant('en_US'), textAround(35)),
    params: field(
      fc.constantFrom(['Ana'], [1]),
      fc.record({ body: field(fc.constant(['Ana'])), bodyNamed: field(fc.constantFrom({ a: 'b' }, { a: 1 })) }),
    ),
  },
  { requiredKeys: [] },
);

const to = requiredField('+14155550123', fc.constant('030 12345'));

const message = fc.record({
  to,
  type: field(fc.constantFrom('text', 'image', 'video', 'document', 'audio', 'template', 'sticker')),
  text: field(fc.constant('Hello'), textAround(lengthsMax.caption), textAround(lengthsMax.text)),
  media_url: field(
    fc.constantFrom('https://example.com/a.jpg', 'http://example.com/', 'ftp://example.com/', '', 'a b'),
  ),
  filename: field(textAround(240)),
  name: field(textAround(255)),
  template: field(template),
  fallback_template: field(template),
  reply_to_message_id: field(fc.constantFrom(uuid, 'x')),
});

const broadcast = fc.record({
  name: requiredField('Sale', textAround(80)),
  template: requiredField({ name: 'order_update' }, template),
  scheduled_at: field(fc.constantFrom('2026-11-15T09:30:00Z', '2026-11-15T09:30:00.5+02:00', '2026-11-15', 'x')),
  dry_run: field(fc.constantFrom(true, false, 'yes')),
  segment_id: field(fc.constantFrom(uuid, 'x')),
  contact_ids: field(fc.constantFrom(['x'], [uuid], Array(1001).fill(uuid))),
  recipients: field(fc.array(fc.record({ to, params: field(fc.constant(['Ana'])) }), { maxLength: 2 })),
});

const filter = fc.record({
  match: field(fc.constantFrom('all', 'any', 'none')),
  rules: field(
    fc.constantFrom(
      [{ field: 'tag', op: 'has', value: 'VIP' }],
      [{ field: 'name', op: 'exists' }],
      [{ field: 'height', op: 'is', value: '2' }],
      Array(21).fill({ field: 'tag', op: 'has', value: 'VIP' }),
    ),
  ),
});

const segment = fc.record({
  name: requiredField('VIPs', textAround(80)),
  description: field(textAround(2_000)),
  kind: field(fc.constantFrom('static', 'dynamic', 'other')),
  filter: field(filter),
});

const webhook = fc.record({
  url: requiredField(
    'https://example.com/hook',
    fc.constantFrom('not a url', `https://example.com/${'a'.repeat(2_030)}`),
  ),
  events: requiredField(['message.received'], fc.constant(['message.lost'])),
  is_active: field(),
});

const cases: [component: string, schema: z.ZodMiniType, bodies: fc.Arbitrary<object>][] = [
  ['NewMessage', outgoingMessage, message],
  ['NewBroadcast', newBroadcast, broadcast],
  ['NewSegment', newSegment, segment],
  ['SegmentChanges', segmentChanges, segment],
  ['NewWebhook', newWebhook, webhook],
  ['WebhookChanges', webhookChanges, webhook],
];

/** As JSON carries it: absent fields are absent. */
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
    let accepted = 0;
    fc.assert(
      fc.property(bodies, (generated) => {
        const body = overTheWire(generated);
        accepted += Number(isDescribed(componentSchema(component), body));
        expect(isSameVerdict(component, schema, body), JSON.stringify(body).slice(0, 500)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(10);
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
