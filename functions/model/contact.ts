import * as z from 'zod/mini';
import { tag } from './tag.ts';

export const channels = ['msgapp', 'social', 'web'] as const;

export type Channel = (typeof channels)[number];

/** Here and not with the conversation, so that whoever asks a contact for them need not know all of that. */
export const conversationStatuses = ['open', 'pending', 'closed'] as const;

export type ConversationStatus = (typeof conversationStatuses)[number];

/** A person whom the workspace can write to, as the API shows one. */
export const contact = z.object({
  id: z.uuid(),
  /** E.164; null for a contact that came from a social thread. */
  phone: z.nullable(z.string()),
  social_username: z.nullable(z.string()),
  channels: z.array(z.enum(channels)),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  tags: z.array(tag),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type Contact = z.output<typeof contact>;

/** The form in which a conversation carries its contact. */
export const embeddedContact = z.pick(contact, {
  id: true,
  phone: true,
  social_username: true,
  name: true,
  email: true,
  company: true,
  tags: true,
});

export type EmbeddedContact = z.output<typeof embeddedContact>;

/** The contact as the API shows it, without what else is stored with it. */
export const toContact = (stored: Contact): Contact => ({
  id: stored.id,
  phone: stored.phone,
  social_username: stored.social_username,
  channels: stored.channels,
  name: stored.name,
  email: stored.email,
  company: stored.company,
  avatar_url: stored.avatar_url,
  tags: stored.tags,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
});

export const toEmbeddedContact = (stored: Contact): EmbeddedContact => ({
  id: stored.id,
  phone: stored.phone,
  social_username: stored.social_username,
  name: stored.name,
  email: stored.email,
  company: stored.company,
  tags: stored.tags,
});

/** What a search looks through, a line per field: no search text holds a line break, so none matches across fields. */
export const buildSearchText = ({ name, email, company, phone }: EmbeddedContact): string =>
  [name, email, company, phone].map((field) => normalizeSearchText(field ?? '')).join('\n');

/** Text as searches compare it: in lower case, composed, on one line. */
export const normalizeSearchText = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('\n', ' ');

/** What the contact's conversations tell of it; segments ask for these. Absent until there is a conversation. */
export interface ContactActivity {
  last_inbound_at?: string;
  last_message_at?: string;
  /** The status of the conversation on each channel that has one. */
  conversation_statuses?: Partial<Record<Channel, ConversationStatus>>;
}
