import { eventNames } from '../../functions/model/webhooks/webhook.ts';
import { type EventDoc, events } from './areas/events.ts';
import { componentRef, type JsonObject } from './schema.ts';

const signature =
  '`t=<unix seconds>,v1=<hex>`: the hex HMAC-SHA256, with the secret of the webhook as the key, of the seconds, a dot ' +
  'and the raw body. Refuse a time that is more than five minutes away. For up to 24 hours after a rotation there is a ' +
  'second `v1`, of the previous secret: accept the request if either is right.';

const serviceHeaders = {
  Event: { description: 'Name of the event, as in the body.', schema: { $ref: componentRef('EventName') } },
  'Webhook-Id': { description: 'Id of the webhook.', schema: { type: 'string', format: 'uuid' } },
  Signature: { description: signature, schema: { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64}){1,2}$' } },
};

const toParameters = (prefix: string, note = ''): [string, JsonObject][] =>
  Object.entries(serviceHeaders).map(([name, { description, schema }]) => [
    `${prefix}${name}`.replaceAll('-', ''),
    { name: `${prefix}-${name}`, in: 'header', required: true, description: `${description}${note}`, schema },
  ]);

const standardHeaders = {
  'webhook-id': { description: 'Id of the event, as in the body.', schema: { type: 'string', format: 'uuid' } },
  'webhook-timestamp': { description: 'Unix seconds of this attempt.', schema: { type: 'integer' } },
  'webhook-signature': {
    description:
      '`v1,<base64>` by Standard Webhooks, for its libraries: the HMAC-SHA256 of the id, the timestamp and the raw ' +
      'body, joined by dots. The key is the part of the secret after `whsec_`, decoded from base64.',
    schema: { type: 'string', pattern: '^v1,' },
  },
};

export const eventParameters: Record<string, JsonObject> = Object.fromEntries([
  ...toParameters('X-Service'),
  ...Object.entries(standardHeaders).map(([name, header]) => [
    `Standard${name.slice('webhook'.length).replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())}`,
    { name, in: 'header', required: true, ...header },
  ]),
  ...toParameters('X-Legacy', ' Sent under this retired name too; read one set of headers.'),
]);

const responses = {
  '2XX': { description: 'The event was received. Respond within five seconds and do slow work afterwards.' },
  '4XX': { description: 'The event is not delivered again, except after a 408 or 429.' },
  '5XX': { description: 'The event is delivered again, up to five attempts in total.' },
};

export const eventsTag = {
  name: 'events',
  description:
    'What we POST to your webhooks. Delivery is at least once and unordered: verify the signature, ignore ids that you ' +
    'have processed, and respond with any 2xx.',
};

export const buildWebhooks = (): JsonObject =>
  Object.fromEntries(eventNames.map((name) => [name, { post: buildDelivery(events[name]) }]));

const buildDelivery = ({ schema, examples, ...texts }: EventDoc): JsonObject => ({
  operationId: texts.operationId,
  tags: [eventsTag.name],
  summary: texts.summary,
  description: texts.description,
  security: [],
  parameters: Object.keys(eventParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: componentRef(schema) }, examples } },
  },
  responses,
});
