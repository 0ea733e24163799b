import * as z from 'zod/mini';
import { type Channel, channels, conversationStatuses, type EmbeddedContact, embeddedContact } from './contact.ts';

/** What a contact and the workspace say to each other on one channel, as the API shows it. */
export const conversation = z.object({
  id: z.uuid(),
  channel: z.enum(channels),
  contact_id: z.uuid(),
  status: z.enum(conversationStatuses),
  assigned_agent_id: z.nullable(z.string()),
  last_message_text: z.nullable(z.string()),
  last_message_at: z.nullable(z.iso.datetime()),
  last_inbound_at: z.nullable(z.iso.datetime()),
  /** Inbound messages since the last outbound one. */
  unread_count: z.int().check(z.minimum(0)),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  contact: embeddedContact,
});

export type Conversation = z.output<typeof conversation>;

/** An open conversation in which nothing has been said yet. */
export const newConversation = (
  id: string,
  channel: Channel,
  contact: EmbeddedContact,
  createdAt: string,
): Conversation => ({
  id,
  channel,
  contact_id: contact.id,
  status: 'open',
  assigned_agent_id: null,
  last_message_text: null,
  last_message_at: null,
  last_inbound_at: null,
  unread_count: 0,
  created_at: createdAt,
  updated_at: createdAt,
  contact,
});

/** The conversation as the API shows it, without what else is stored with it. */
export const toConversation = (stored: Conversation): Conversation => ({
  id: stored.id,
  channel: stored.channel,
  contact_id: stored.contact_id,
  status: stored.status,
  assigned_agent_id: stored.assigned_agent_id,
  last_message_text: stored.last_message_text,
  last_message_at: stored.last_message_at,
  last_inbound_at: stored.last_inbound_at,
  unread_count: stored.unread_count,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  contact: stored.contact,
});
