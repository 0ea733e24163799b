import * as z from 'zod/mini';
import { deliveryAttempt, deliveryStatuses } from '../../model/deliveries/delivery.ts';
import {
  attemptSummary,
  deliveryDetails,
  listedDelivery,
  recovery,
  recoveryRequest,
} from '../../model/deliveries/delivery-log.ts';
import { publicEvent, sentEventNames } from '../../model/deliveries/event.ts';
import { ids, phone, times } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';

const attemptFields: Record<string, FieldDoc> = {
  at: 'When the attempt began.',
  code: 'HTTP status of the response, or the name of the failure, such as `timeout`.',
  duration_ms: 'How long it took, in milliseconds.',
};

const deliveryFields: Record<string, FieldDoc> = {
  event_id: 'Id of the event, the same in every delivery of it.',
  event: 'Name of the event.',
  occurred_at: 'When the event happened.',
  status: 'Where the delivery stands.',
  attempt_count: 'Attempts since the event happened, or was last asked for again.',
  last_attempt: 'The last of them; null before the first.',
  next_attempt_at: 'When the next attempt is due; null if none is planned.',
};

const attemptSample = { at: times.inbound, code: 500, duration_ms: 87 };

const deliverySample = {
  event_id: ids.event,
  event: 'contact.created',
  occurred_at: times.inbound,
  status: 'failed',
  attempt_count: 5,
  last_attempt: attemptSample,
  next_attempt_at: null,
};

const detailsSample = {
  ...deliverySample,
  attempt_count: 1,
  attempts: [{ ...attemptSample, answer: 'Internal Server Error' }],
  payload: {
    id: ids.event,
    event: 'contact.created',
    occurred_at: times.inbound,
    account_id: ids.account,
    data: { contact_id: ids.contact, phone, name: 'Ana' },
  },
};

const id = 'Id of the webhook.';
const event_id = 'Id of the event.';

export const texts: AreaTexts = {
  description: 'The log of what each webhook was sent in the last 30 days, and ways to send it again.',
  components: {
    DeliveryStatus: {
      schema: z.enum(deliveryStatuses),
      description:
        '`delivered`: a 2xx came back. `retrying`: another attempt is due. `failed`: there are no further attempts. ' +
        '`skipped`: failures had turned the webhook off. `requested`: it was asked for again and is about to be sent.',
    },
    SentEventName: {
      schema: z.enum(sentEventNames),
      description: 'An event that a webhook can get: one that it can subscribe to, or a test event of an integration.',
    },
    AttemptSummary: { schema: attemptSummary, description: 'An attempt to deliver an event.', fields: attemptFields },
    DeliveryAttempt: {
      schema: deliveryAttempt,
      description: 'An attempt to deliver an event, with the start of its response.',
      fields: {
        ...attemptFields,
        answer: 'The first 1,024 bytes of the body of the response; of a 2xx, the first 100.',
      },
    },
    Delivery: { schema: listedDelivery, description: 'One event for one webhook.', fields: deliveryFields },
    SentEvent: {
      schema: publicEvent,
      description: 'An event as it was sent.',
      fields: {
        id: 'Id of the event.',
        event: 'Name of the event.',
        occurred_at: 'When it happened.',
        account_id: 'Id of the workspace.',
        data: 'What happened. Its keys depend on the event.',
      },
    },
    DeliveryDetails: {
      schema: deliveryDetails,
      description: 'One event for one webhook, with its payload and attempts.',
      fields: {
        ...deliveryFields,
        attempts: 'Attempts since the event happened, or was last asked for again, oldest first.',
        payload: 'The body of the delivery: as JSON without white space it is what was signed.',
      },
    },
    RecoveryRequest: {
      schema: recoveryRequest,
      description: 'Which events to deliver again.',
      fields: {
        since: 'Time of the oldest event. Deliveries are kept for 30 days.',
        cursor: 'The `meta.next_cursor` of the call before, to go on from there.',
      },
    },
    Recovery: {
      schema: recovery,
      description: 'What a call of a recovery did.',
      fields: { requested: 'Events that this call asked for again.' },
    },
  },
  operations: {
    listDeliveries: {
      summary: 'List deliveries to a webhook',
      row: 'the deliveries of 30 days; filters `status`, `event`, `since`, `until`',
      description:
        'Lists the deliveries of the last 30 days, newest event first, without payloads. A page of a filtered list can ' +
        'be short and still have a next one.',
      client: { call: 'webhooks.deliveries', comment: 'Newest first, without payloads; kept for 30 days.' },
      parameters: {
        id,
        status: 'Only deliveries with this status.',
        event: 'Only deliveries of this event.',
        since: 'Only events since this time.',
        until: 'Only events before this time.',
      },
      response: { data: 'Delivery', examples: { 200: { data: [deliverySample], meta: { next_cursor: null } } } },
    },
    getDelivery: {
      summary: 'Get a delivery',
      row: 'one delivery with payload and attempts',
      description: 'Returns one delivery with the payload as it was sent and every attempt.',
      client: { call: 'webhooks.delivery' },
      parameters: { id, event_id },
      response: { data: 'DeliveryDetails', examples: { 200: { data: detailsSample } } },
    },
    redeliverEvent: {
      summary: 'Deliver an event again',
      row: 'deliver an event again',
      description:
        'Delivers an event to the webhook again, whatever its status, with the same `id` and up to five new attempts. The ' +
        'webhook must be active, and the delivery not between two attempts.',
      client: { call: 'webhooks.redeliver' },
      parameters: { id, event_id },
      response: {
        data: 'Delivery',
        examples: { 202: { data: { ...deliverySample, status: 'requested', attempt_count: 0, last_attempt: null } } },
      },
    },
    recoverEvents: {
      summary: 'Deliver lost events again',
      row: 'deliver again what was lost since a time',
      description:
        'Delivers all events again that failed or were skipped since a time, newest first. One call looks at some 2,000 ' +
        'deliveries: while `meta.next_cursor` is not null, repeat it with the same `since` and that `cursor`. A repeated ' +
        'call asks only for what is still lost. The webhook must be active. Test events are left out.',
      client: { call: 'webhooks.recover', isHandWritten: true },
      parameters: { id },
      request: {
        schema: 'RecoveryRequest',
        examples: { outage: { summary: 'After an outage', value: { since: times.created } } },
      },
      response: { data: 'Recovery', examples: { 202: { data: { requested: 212 }, meta: { next_cursor: null } } } },
    },
  },
};
