import * as z from 'zod/mini';
import { broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { channels } from '../../../functions/model/channels/channel.ts';
import { contact } from '../../../functions/model/contacts/contact.ts';
import { conversationStatuses } from '../../../functions/model/conversations/conversation.ts';
import { publicMessageError } from '../../../functions/model/messages/error.ts';
import { contentTypes, messageStatuses } from '../../../functions/model/messages/message.ts';
import type { EventName } from '../../../functions/model/webhooks/webhook.ts';

/** The events as receivers get them. A test compares them with what functions/domain/deliveries/events.ts makes. */
const envelope = <Name extends EventName, Data extends z.ZodMiniType>(name: Name, data: Data) =>
  z.object({
    id: z.uuid(),
    event: z.literal(name),
    occurred_at: z.iso.datetime(),
    account_id: z.uuid(),
    data,
  });

const inConversation = { conversation_id: z.uuid(), contact_id: z.uuid() };

const content = { content_type: z.enum(contentTypes), text: z.nullable(z.string()) };

export const msgappMessageReceived = z.object({ ...inConversation, msgapp_message_id: z.string(), ...content });

export const socialMessageReceived = z.object({
  channel: z.literal('social'),
  ...inConversation,
  social_message_id: z.string(),
  ...content,
});

export const webMessageReceived = z.object({
  channel: z.literal('web'),
  ...inConversation,
  message_id: z.uuid(),
  ...content,
});

export const messageReceived = z.xor([msgappMessageReceived, socialMessageReceived, webMessageReceived]);

export const messageStatusUpdated = z.object({
  msgapp_message_id: z.string(),
  conversation_id: z.uuid(),
  status: z.enum(messageStatuses),
  error: z.optional(z.nullable(publicMessageError)),
});

export const conversationCreated = z.object(inConversation);

export const contactCreated = z.object({
  contact_id: z.uuid(),
  phone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  social_username: z.optional(z.nullable(z.string())),
});

export const messageSent = z.object({
  message_id: z.uuid(),
  ...inConversation,
  channel: z.enum(channels),
  ...content,
  sent_by: z.enum(['api', 'agent']),
});

export const conversationUpdated = z.object({
  ...inConversation,
  status: z.enum(conversationStatuses),
  assigned_agent_id: z.nullable(z.uuid()),
  changed: z.array(z.enum(['status', 'assigned_agent_id'])),
});

export const contactUpdated = z.object({
  contact_id: z.uuid(),
  changed: z.array(z.enum(['phone', 'name', 'email', 'company', 'tags', 'opted_out_at', 'external_id', 'attributes'])),
  contact,
});

export const contactDeleted = z.object({ contact_id: z.uuid() });

export const broadcastCompleted = z.object({ broadcast });

export const messageReceivedEvent = envelope('message.received', messageReceived);
export const messageStatusUpdatedEvent = envelope('message.status_updated', messageStatusUpdated);
export const conversationCreatedEvent = envelope('conversation.created', conversationCreated);
export const contactCreatedEvent = envelope('contact.created', contactCreated);
export const messageSentEvent = envelope('message.sent', messageSent);
export const conversationUpdatedEvent = envelope('conversation.updated', conversationUpdated);
export const contactUpdatedEvent = envelope('contact.updated', contactUpdated);
export const contactDeletedEvent = envelope('contact.deleted', contactDeleted);
export const broadcastCompletedEvent = envelope('broadcast.completed', broadcastCompleted);
