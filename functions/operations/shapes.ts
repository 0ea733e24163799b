import * as z from 'zod/mini';
import { broadcast, broadcastInput, recipientsMax } from '../model/broadcasts/broadcast.ts';
import { channels } from '../model/channels/channel.ts';
import { contact } from '../model/contacts/contact.ts';
import { conversationStatuses } from '../model/conversations/conversation.ts';
import { id } from '../model/id.ts';
import { publicMessageError } from '../model/messages/error.ts';
import { lengthsMax } from '../model/messages/limits.ts';
import { contentTypes, messageStatuses } from '../model/messages/message.ts';
import { sendInput } from '../model/messages/outgoing-message.ts';
import { templateChoice, templateParams } from '../model/templates/template.ts';
import type { EventName } from '../model/webhooks/webhook.ts';

/** The events as receivers get them. A test compares them with what functions/domain/deliveries/events.ts makes. */
export const envelope = (name: EventName, data: z.ZodMiniType) =>
  z.object({ id: z.uuid(), event: z.literal(name), occurred_at: z.iso.datetime(), account_id: z.uuid(), data });

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
  team_id: z.nullable(z.uuid()),
});

export const contactUpdated = z.object({
  contact_id: z.uuid(),
  changed: z.array(z.enum(['phone', 'name', 'email', 'company', 'tags', 'opted_out_at', 'external_id', 'attributes'])),
  contact,
});

export const contactDeleted = z.object({ contact_id: z.uuid() });

export const broadcastCompleted = z.object({ broadcast });

/** One schema for each audience, where the service validates one flat object. A test compares the two. */
const broadcastContent = {
  name: broadcastInput.shape.name,
  template: templateChoice,
  scheduled_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  dry_run: z.optional(z.nullable(z.boolean())),
};

export const broadcastRecipient = z.object({ to: z.string(), params: z.optional(z.nullable(templateParams)) });

const listed = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1), z.maxLength(recipientsMax));

/** A request has one audience, so the fields of the others are absent or null. */
const none = z.optional(z.null());

const noAudience = { segment_id: none, contact_ids: none, recipients: none, file_id: none };

export const segmentBroadcast = z.object({ ...broadcastContent, ...noAudience, segment_id: id });

export const contactsBroadcast = z.object({ ...broadcastContent, ...noAudience, contact_ids: listed(z.string()) });

export const recipientsBroadcast = z.object({
  ...broadcastContent,
  ...noAudience,
  recipients: listed(broadcastRecipient),
});

export const fileBroadcast = z.object({ ...broadcastContent, ...noAudience, file_id: id });

export const newBroadcast = z.union([segmentBroadcast, contactsBroadcast, recipientsBroadcast, fileBroadcast]);

/** One schema for each type of message, where the service validates one flat object. A test compares the two. */
const { name, reply_to_message_id, filename, fallback_template } = sendInput.shape;

const addressed = { to: sendInput.shape.to, name, reply_to_message_id };

const freeForm = { ...addressed, fallback_template };

const caption = z.optional(z.nullable(z.string().check(z.maxLength(lengthsMax.caption))));

const media = { media_url: z.url().check(z.maxLength(lengthsMax.url)) };

export const textMessage = z.object({
  ...freeForm,
  type: z.optional(z.nullable(z.literal('text'))),
  text: z.string().check(z.minLength(1), z.maxLength(lengthsMax.text)),
});

export const imageMessage = z.object({ ...freeForm, type: z.literal('image'), ...media, text: caption });

export const videoMessage = z.object({ ...freeForm, type: z.literal('video'), ...media, text: caption });

export const documentMessage = z.object({
  ...freeForm,
  type: z.literal('document'),
  ...media,
  text: caption,
  filename,
});

export const audioMessage = z.object({ ...freeForm, type: z.literal('audio'), ...media });

export const templateMessage = z.object({
  ...addressed,
  type: z.literal('template'),
  template: templateChoice,
  fallback_template: z.optional(z.null()),
});

export const newMessage = z.union([
  textMessage,
  imageMessage,
  videoMessage,
  documentMessage,
  audioMessage,
  templateMessage,
]);
