import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { attributes } from './attributes.ts';
import { tag } from './tag.ts';

export const contact = z.object({
  id: z.uuid(),
  /** E.164; null for a contact from a social thread or web chat. */
  phone: z.nullable(z.string()),
  social_username: z.nullable(z.string()),
  channels: z.array(z.enum(channels)),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  tags: z.array(tag),
  opted_out_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** The caller's own id of the contact. */
  external_id: z.nullable(z.string()),
  attributes,
});

export type Contact = z.output<typeof contact>;

/** A field that is not set is not stored, so a contact without it takes no room for it. */
export type ContactItem = Omit<Contact, 'external_id' | 'attributes'> & {
  external_id?: string;
  attributes?: Contact['attributes'];
};

export const embeddedContact = z.pick(contact, {
  id: true,
  phone: true,
  social_username: true,
  name: true,
  email: true,
  company: true,
  tags: true,
  opted_out_at: true,
});

export type EmbeddedContact = z.output<typeof embeddedContact>;

export const toContact = (stored: ContactItem): Contact => ({
  id: stored.id,
  phone: stored.phone,
  social_username: stored.social_username,
  channels: stored.channels,
  name: stored.name,
  email: stored.email,
  company: stored.company,
  avatar_url: stored.avatar_url,
  // The table returns the fields of a tag in any order.
  tags: stored.tags.map(({ id, name, color }) => ({ id, name, color })),
  opted_out_at: stored.opted_out_at,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  external_id: stored.external_id ?? null,
  // The table returns the names in any order.
  attributes: Object.fromEntries(Object.entries(stored.attributes ?? {}).sort()),
});

export const toEmbeddedContact = (stored: EmbeddedContact): EmbeddedContact => ({
  id: stored.id,
  phone: stored.phone,
  social_username: stored.social_username,
  name: stored.name,
  email: stored.email,
  company: stored.company,
  tags: stored.tags,
  opted_out_at: stored.opted_out_at,
});
