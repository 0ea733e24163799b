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

/** The endpoint's deliveries tell its workspace, so that whoever has its id from a log need not look for more. */
export const workspaceOfWebhook = {
  placeholder: '<workspace-id>',
  about: 'The workspace of the endpoint; can be left out.',
  read: readId,
} as const satisfies Parameter;
