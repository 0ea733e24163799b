import * as z from 'zod/mini';

/** Everything that an endpoint can ask to be told of. */
export const eventNames = [
  'message.received',
  'message.status_updated',
  'conversation.created',
  'contact.created',
] as const;

export type EventName = (typeof eventNames)[number];

/** Who made an endpoint: the API, or the dashboard when an automation tool was connected. It decides nothing. */
const providers = ['api', 'tool_a', 'tool_b'] as const;

export type Provider = (typeof providers)[number];

/** An endpoint as its workspace may see it. */
export const webhook = z.object({
  id: z.uuid(),
  url: z.url(),
  events: z.array(z.enum(eventNames)),
  is_active: z.boolean(),
  last_delivery_at: z.nullable(z.iso.datetime()),
  /** Failed events since the last success. */
  failure_count: z.int().check(z.minimum(0)),
  created_at: z.iso.datetime(),
  provider: z.enum(providers),
});

/** The only answer that tells the secret, with which deliveries are signed. */
export const createdWebhook = z.extend(webhook, { secret: z.string().check(z.startsWith('whsec_')) });

export type Webhook = z.output<typeof webhook>;
export type CreatedWebhook = z.output<typeof createdWebhook>;

/** A form only; whether deliveries may go there is for the address guard to say. */
const url = z.url().check(z.maxLength(2_048));

/** Kept each once, in the order in which they were first named. */
const events = z.array(z.enum(eventNames)).check(z.minLength(1));

export const newWebhook = z.object({ url, events });

export const webhookChanges = z.object({
  url: z.optional(url),
  events: z.optional(events),
  is_active: z.optional(z.boolean()),
});

export type NewWebhook = z.output<typeof newWebhook>;
export type WebhookChanges = z.output<typeof webhookChanges>;

/** Of a workspace, whoever made them: every event of the workspace is held against all of them. */
export const webhooksMax = 50;
