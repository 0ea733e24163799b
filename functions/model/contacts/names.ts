import * as z from 'zod/mini';
import { id } from '../id.ts';
import { contact } from './contact.ts';

export const namedIdsMax = 100;

const ids = z._default(z.array(id).check(z.maxLength(namedIdsMax)), []);

export const nameQuery = z.object({ contact_ids: ids, conversation_ids: ids });

export type NameQuery = z.output<typeof nameQuery>;

export const namedCustomer = z.object({
  /** The id that was asked about: of a contact or of a conversation. */
  id: z.uuid(),
  contact: z.pick(contact, { id: true, name: true, phone: true, social_username: true }),
});

export type NamedCustomer = z.output<typeof namedCustomer>;
