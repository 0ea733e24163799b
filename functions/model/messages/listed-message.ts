import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { embeddedContact } from '../contacts/contact.ts';
import { id } from '../id.ts';
import { message, messageStatuses } from './message.ts';

export const listedMessageDays = 30;

/** A message as its conversation shows it, with the ids that lead to its place. */
const listedMessage = z.extend(message, {
  channel: z.enum(channels),
  contact_id: z.uuid(),
  broadcast_id: z.nullable(z.uuid()),
});

const failure = { reason: z.string(), remedy: z.string() };

export const failedMessage = z.extend(listedMessage, failure);

/** Members of the workspace need no second look at the contact. */
export const shownMessage = z.extend(listedMessage, {
  contact: z.pick(embeddedContact, { id: true, name: true, phone: true, social_username: true }),
  /** The member who wrote it as a reply. */
  sent_by_member_id: z.nullable(z.uuid()),
});

export const shownFailedMessage = z.extend(shownMessage, failure);

export type FailedMessage = z.output<typeof failedMessage>;

export type ShownFailedMessage = z.output<typeof shownFailedMessage>;

export type ShownMessage = z.output<typeof shownMessage>;

const filters = { contact_id: z.optional(id), channel: z.optional(z.enum(channels)) };

export const failedMessageQuery = z.object({ status: z.enum(['failed']), ...filters });

export const listedMessageSearchCharactersMax = 100;

export const shownMessageQuery = z.object({
  ...filters,
  status: z.optional(z.enum(messageStatuses)),
  /** Part of the customer's name or number, or the code of the error. */
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(listedMessageSearchCharactersMax))),
});

export type ListedMessageFilters = z.output<typeof shownMessageQuery>;
