import type { Parameter } from '../command.ts';
import { readId } from '../values.ts';

export const broadcastId = {
  placeholder: '<broadcast-id>',
  about: 'The broadcast, by its id (see broadcast list).',
  required: true,
  read: readId,
} as const satisfies Parameter;
