import { ApiError, notFound } from '../../model/api-error.ts';
import type { Broadcast } from '../../model/broadcasts/broadcast.ts';
import type { Contact } from '../../model/contacts/contact.ts';
import { type Event, isTestEvent } from '../../model/deliveries/event.ts';
import type { TestDelivery } from '../../model/webhooks/integration.ts';
import type { EventName } from '../../model/webhooks/webhook.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { findDelivery, putRequestedDelivery, type StoredDelivery } from '../../table/deliveries/deliveries.ts';
import type { StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { getStoredWebhook } from './webhooks.ts';

export const testWebhook = async (workspaceId: string, webhookId: string, eventId = newId(), chosen?: EventName) =>
  sendTestEvent(workspaceId, await getStoredWebhook(workspaceId, webhookId), eventId, chosen);

/** Idempotent by the event's id. The stream sends the event like a redelivery, so nothing about it is simulated. */
export const sendTestEvent = async (
  workspaceId: string,
  webhook: StoredWebhook,
  eventId = newId(),
  chosen?: EventName,
): Promise<TestDelivery> => {
  if (!webhook.is_active) throw new ApiError('bad_request', 'The webhook is off. Turn it on to send a test event.');
  const event = { id: eventId, occurredAt: isoTime(clock.now()), workspaceId, ...makeUp(webhook, chosen) };
  return toTestDelivery(await putRequestedDelivery(webhook.id, { ...event, test: true }));
};

/** A tool has a test event of its own. Any other webhook gets the chosen one of its events, or the first. */
const makeUp = ({ id, provider, events }: StoredWebhook, chosen = events[0]): Pick<Event, 'name' | 'data'> => {
  if (provider !== 'api') return { name: `${provider}.test`, data: { webhook_id: id, message } };
  if (chosen === undefined || !events.includes(chosen))
    throw new ApiError('bad_request', `"event" must be one of the webhook's events: ${events.join(', ')}.`);
  return { name: chosen, data: { ...samples[chosen], test: true } };
};

export const getTestDelivery = async (webhookId: string, eventId: string): Promise<TestDelivery> => {
  const delivery = await findDelivery(webhookId, eventId);
  if (!delivery || !isTestEvent(delivery.event)) throw notFound('test event');
  return toTestDelivery(delivery);
};

const message = 'This is a test event from Switchboard.';

/** Nothing has this id. */
const nobody = '00000000-0000-7000-8000-000000000000';
const conversation = { conversation_id: nobody, contact_id: nobody };

const at = '2026-01-01T00:00:00.000Z';

const contact: Contact = {
  id: nobody,
  phone: '+14155550123',
  social_username: null,
  channels: ['msgapp'],
  name: 'Test contact',
  email: null,
  company: null,
  avatar_url: null,
  tags: [],
  opted_out_at: null,
  created_at: at,
  updated_at: at,
  external_id: null,
  attributes: {},
};

const broadcast: Broadcast = {
  id: nobody,
  name: 'Test broadcast',
  template_name: 'test',
  template_language: 'en',
  segment_id: null,
  status: 'sent',
  total_recipients: 1,
  accepted: 1,
  rejected: 0,
  pending_count: 0,
  sent_count: 1,
  delivered_count: 0,
  read_count: 0,
  replied_count: 0,
  failed_count: 0,
  created_at: at,
  scheduled_at: null,
  started_at: at,
  completed_at: at,
  failure_reason: null,
};

const samples: Record<EventName, Event['data']> = {
  'message.received': { ...conversation, msgapp_message_id: 'test', content_type: 'text', text: message },
  'message.status_updated': { msgapp_message_id: 'test', conversation_id: nobody, status: 'delivered' },
  'conversation.created': conversation,
  'contact.created': { contact_id: nobody, phone: '+14155550123', name: 'Test contact' },
  'message.sent': {
    message_id: nobody,
    ...conversation,
    channel: 'msgapp',
    content_type: 'text',
    text: message,
    sent_by: 'api',
  },
  'conversation.updated': {
    ...conversation,
    status: 'closed',
    assigned_agent_id: null,
    changed: ['status'],
    team_id: null,
  },
  'contact.updated': { contact_id: nobody, changed: ['name'], contact },
  'contact.deleted': { contact_id: nobody },
  'broadcast.completed': { broadcast },
};

const toTestDelivery = ({ event, status, attempts, next_attempt_at }: StoredDelivery): TestDelivery => ({
  event_id: event.id,
  event: event.name,
  occurred_at: event.occurredAt,
  status,
  attempts,
  next_attempt_at,
});
