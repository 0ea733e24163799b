import type { Parameter } from '../command.ts';
import { readId } from '../values.ts';

export const webhookId = {
  placeholder: '<webhook-id>',
  about: 'The endpoint, by its id.',
  required: true,
  read: readId,
} as const satisfies Parameter;

export const eventId = {
  placeholder: '<event-id>',
  about: 'The event, by its id (see delivery list).',
  required: true,
  read: readId,
} as const satisfies Parameter;
