import * as z from 'zod/mini';
import { hasRole, type Role } from '../members/member.ts';
import { optionalField } from '../optional-field.ts';

export const eventNames = [
  'message.received',
  'message.status_updated',
  'message.sent',
  'conversation.created',
  'conversation.updated',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'broadcast.completed',
] as const;

export type EventName = (typeof eventNames)[number];

/** Webhooks can subscribe to the others once the workspace has turned on More events. */
export const basicEventNames = [
  'message.received',
  'message.status_updated',
  'conversation.created',
  'contact.created',
] as const satisfies readonly EventName[];

export const isBasicEvent = (name: EventName): boolean => basicEventNames.some((basic) => basic === name);

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

/** `failures`: 15 events in a row failed, and new ones are kept as skipped. `person`: somebody turned it off. */
const offReasons = ['failures', 'person'] as const;

export const webhookDetails = z.extend(webhook, {
  /** The member who created it in the dashboard. */
  created_by: z.nullable(z.string()),
  off_by: z.nullable(z.enum(offReasons)),
  failing_since: z.nullable(z.iso.datetime()),
  /** Deliveries are signed with the previous secret, too, until this time. */
  previous_secret_expires_at: z.nullable(z.iso.datetime()),
});

export type WebhookDetails = z.output<typeof webhookDetails>;

export const createdWebhookDetails = z.extend(webhookDetails, { secret: z.string() });

const overlapRange = 'must be a whole number from 0 to 24';

export const secretRotation = z.object({
  overlap_hours: optionalField(z.int(overlapRange).check(z.minimum(0, overlapRange), z.maximum(24, overlapRange))),
});

export const overlapHoursDefault = 24;

export const rotatedSecret = z.object({
  id: z.uuid(),
  secret: z.string().check(z.startsWith('whsec_')),
  previous_secret_expires_at: z.nullable(z.iso.datetime()),
});

export type SecretRotation = z.output<typeof secretRotation>;
export type RotatedSecret = z.output<typeof rotatedSecret>;

/** The limit is per workspace: fan-out reads all of them for every event. */
export const webhooksMax = 50;

/** The path and query of a webhook's URL are often a secret, so members who cannot change it see its host alone. */
export const shownTo = <Shown extends { url: string }>({ role }: { role: Role }, webhook: Shown): Shown =>
  hasRole(role, 'admin') ? webhook : { ...webhook, url: `${URL.parse(webhook.url)?.origin ?? 'https:/'}/…` };
