import * as z from 'zod/mini';
import {
  createdWebhook,
  eventNames,
  newWebhook,
  overlapHoursDefault,
  rotatedSecret,
  secretRotation,
  webhook,
  webhookChanges,
} from '../../model/webhooks/webhook.ts';
import { ids, times } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';

const webhookSample = {
  id: ids.webhook,
  url: 'https://example.com/hooks/switchboard',
  events: ['message.received', 'contact.created'],
  is_active: true,
  last_delivery_at: times.inbound,
  failure_count: 0,
  created_at: times.created,
  provider: 'api',
};

const webhookFields: Record<string, FieldDoc> = {
  id: 'Id of the webhook. Deliveries carry it in a header.',
  url: 'URL that receives the events.',
  events: 'Events that the webhook receives.',
  is_active: 'Whether events are delivered. It becomes false after 15 events in a row that failed.',
  last_delivery_at:
    'Time of the last attempt to deliver; null before the first. It can lag by up to ten seconds behind a webhook that gets more than ten deliveries in a short time.',
  failure_count: 'Events in a row that failed, by the time at which each failed. A successful delivery resets it.',
  created_at: 'When the webhook was created.',
  provider: 'Who created the webhook: `api`, or an automation tool that was connected in the dashboard.',
};

const url: FieldDoc = {
  description:
    'An https URL without user name and password that resolves to public addresses only. The service on your own ' +
    'machine also takes `http://127.0.0.1`.',
  pattern: '^https?://',
};

const id = 'Id of the webhook.';

export const texts: AreaTexts = {
  description: 'URLs of yours that receive events. Each workspace can have 50.',
  components: {
    EventName: {
      schema: z.enum(eventNames),
      description:
        'An event. A webhook can subscribe to `message.received`, `message.status_updated`, `conversation.created` and ' +
        '`contact.created`, and to the others once the workspace has turned on More events. A feed can have all.',
    },
    WebhookProvider: {
      schema: webhook.shape.provider,
      description: 'Who created a webhook. `tool_a` and `tool_b` are automation tools.',
    },
    Webhook: { schema: webhook, description: 'A URL that receives events.', fields: webhookFields },
    CreatedWebhook: {
      schema: createdWebhook,
      description: 'A new webhook with its secret.',
      fields: {
        ...webhookFields,
        secret: { description: 'Signs the deliveries. Store it: no other response contains it.', pattern: '^whsec_' },
      },
    },
    SecretRotation: {
      schema: secretRotation,
      description: 'How to rotate a secret.',
      fields: {
        overlap_hours: {
          description:
            'The number of hours for which deliveries also carry a signature of the old secret, so receivers can change ' +
            'over. With 0 the old secret ends at once.',
          default: overlapHoursDefault,
        },
      },
    },
    RotatedSecret: {
      schema: rotatedSecret,
      description: 'The new secret of a webhook.',
      fields: {
        id: 'Id of the webhook.',
        secret: {
          description: 'Signs the deliveries from now on. Store it: no other response contains it.',
          pattern: '^whsec_',
        },
        previous_secret_expires_at: 'The time until which the old secret signs, too; null if it has ended.',
      },
    },
    NewWebhook: {
      schema: newWebhook,
      description: 'A webhook to create.',
      fields: { url, events: 'Events to receive. A repeated name counts once.' },
    },
    WebhookChanges: {
      schema: webhookChanges,
      description: 'The fields of a webhook to change. Fields that are left out stay as they are.',
      fields: {
        url,
        events: 'Events to receive, instead of the present ones.',
        is_active: 'True resumes deliveries and resets `failure_count`; false pauses them.',
      },
    },
  },
  operations: {
    createWebhook: {
      summary: 'Create a webhook',
      row: 'register a webhook; the response shows its secret once',
      description: 'Creates a webhook. Only this response contains the secret that signs its deliveries.',
      client: { call: 'webhooks.create', comment: "The only response with the webhook's `secret`: store it." },
      request: {
        schema: 'NewWebhook',
        examples: {
          messages: {
            summary: 'Messages and new contacts',
            value: { url: webhookSample.url, events: webhookSample.events },
          },
        },
      },
      response: {
        data: 'CreatedWebhook',
        examples: {
          201: {
            data: { ...webhookSample, last_delivery_at: null, secret: 'whsec_c2FtcGxlLXNlY3JldC1vZi1hLXdlYmhvb2s=' },
          },
        },
      },
    },
    listWebhooks: {
      summary: 'List webhooks',
      row: 'every webhook of the workspace, without secrets',
      description:
        'Lists all webhooks of the workspace, newest first, including those of dashboard integrations. There is never ' +
        'a second page.',
      client: { call: 'webhooks.list' },
      response: { data: 'Webhook', examples: { 200: { data: [webhookSample], meta: { next_cursor: null } } } },
    },
    getWebhook: {
      summary: 'Get a webhook',
      row: 'one webhook',
      description: 'Returns one webhook, without its secret.',
      client: { call: 'webhooks.get' },
      parameters: { id },
      response: { data: 'Webhook', examples: { 200: { data: webhookSample } } },
    },
    updateWebhook: {
      summary: 'Update a webhook',
      row: 'change `url` or `events`, turn it on or off with `is_active`',
      description: 'Changes the fields that are present.',
      client: { call: 'webhooks.update' },
      parameters: { id },
      request: {
        schema: 'WebhookChanges',
        examples: {
          resume: { summary: 'Resume deliveries', value: { is_active: true } },
          move: { summary: 'Use another URL', value: { url: 'https://example.com/hooks/v2' } },
        },
      },
      response: { data: 'Webhook', examples: { 200: { data: webhookSample } } },
    },
    rotateWebhookSecret: {
      summary: 'Rotate the secret of a webhook',
      row: 'a new secret; the old one signs, too, for up to 24 hours',
      description:
        'Gives a webhook a new secret. Until the overlap ends, each delivery has a signature of the new and of the old ' +
        'secret. After a second rotation the newest two secrets remain. Send an `Idempotency-Key`: if the response is ' +
        'lost, the same request returns the same secret.',
      client: {
        call: 'webhooks.rotateSecret',
        comment: 'The only response with the new `secret`: store it. Until the overlap ends, the old one signs, too.',
      },
      parameters: { id },
      request: {
        schema: 'SecretRotation',
        examples: {
          day: { summary: 'Both secrets for a day', value: { overlap_hours: 24 } },
          leaked: { summary: 'A leaked secret ends at once', value: { overlap_hours: 0 } },
        },
      },
      response: {
        data: 'RotatedSecret',
        examples: {
          200: {
            data: {
              id: ids.webhook,
              secret: 'whsec_YW5vdGhlci1zYW1wbGUtb2YtYS1zZWNyZXQ=',
              previous_secret_expires_at: '2026-05-05T09:31:15.000Z',
            },
          },
        },
      },
    },
    deleteWebhook: {
      summary: 'Delete a webhook',
      row: 'delete a webhook; deliveries stop at once',
      description: 'Deletes a webhook. Deliveries stop at once, and a dashboard integration is disconnected.',
      client: { call: 'webhooks.delete' },
      parameters: { id },
      response: { data: 'Deleted', examples: { 200: { data: { id: ids.webhook, deleted: true } } } },
    },
  },
};
