import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { consentSource } from './consent-log.ts';

const kinds = [
  ...(['added', 'opted_out', 'opted_in', 'conversation_began', 'last_wrote'] as const),
  /** The newest message of the conversation is one to the contact. */
  'last_received',
  /** The contact has waited for an answer since this time. */
  'waiting',
] as const;

export const contactEntry = z.object({
  at: z.iso.datetime(),
  kind: z.enum(kinds),
  channel: z.nullable(z.enum(channels)),
  /** The author of a choice; null if that is not known. */
  by: z.nullable(consentSource),
});

export type ContactEntry = z.output<typeof contactEntry>;
