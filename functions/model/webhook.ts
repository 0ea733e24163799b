import * as z from 'zod/mini';
import { optionalField } from './optional-field.ts';

export const eventNames = [
  'message.received',
  'message.status_updated',
  'conversation.created',
  'contact.created',
] as const;

export type EventName = (typeof eventNames)[number];

const providers = ['api', 'tool_a', 'tool_b'] as const;

export type Provider = (typeof providers)[number];

export const webhook = z.object({
  id: z.uuid(),
  url: z.url(),
  events: z.array(z.enum(eventNames)),
  is_active: z.boolean(),
  last_delivery_at: z.nullable(z.iso.datetime()),
  failure_count: z.int().check(z.minimum(0)),
  created_at: z.iso.datetime(),
  provider: z.enum(providers),
});

export const createdWebhook = z.extend(webhook, { secret: z.string().check(z.startsWith('whsec_')) });

export type Webhook = z.output<typeof webhook>;
export type CreatedWebhook = z.output<typeof createdWebhook>;

/** Whether a webhook works, without what it is for. */
export const webhookState = z.extend(z.omit(webhook, { events: true, created_at: true }), {
  failing_since: z.nullable(z.iso.datetime()),
});

export type WebhookState = z.output<typeof webhookState>;

const url = z.url().check(z.maxLength(2_048));

const events = z.array(z.enum(eventNames)).check(z.minLength(1));

export const newWebhook = z.object({ url, events });

export const webhookChanges = z.object({
  url: optionalField(url),
  events: optionalField(events),
  is_active: optionalField(z.boolean()),
});

export type NewWebhook = z.output<typeof newWebhook>;
export type WebhookChanges = z.output<typeof webhookChanges>;

/** Per workspace: fan-out reads all of them for every event. */
export const webhooksMax = 50;
