import { scopes } from '../../../functions/model/scope.ts';
import type { Parameter } from '../command.ts';
import { readFutureTime, readId, readName, readScopes } from '../values.ts';

export const keyId = {
  placeholder: '<key-id>',
  about: 'The key, by its id (see key list).',
  required: true,
  read: readId,
} as const satisfies Parameter;

export const keyName = {
  placeholder: '<name>',
  about: 'What the key is for, 1 to 80 characters.',
  required: true,
  read: (typed, name) => readName(typed, name, 80),
} as const satisfies Parameter;

export const keyScopes = {
  placeholder: '<scope,…>',
  about: ['What the key may do: "" for nothing but GET /me, all for everything, or some of', ...scopes].join('\n  '),
  required: true,
  read: readScopes,
} as const satisfies Parameter;

export const expiresAt = {
  placeholder: '<date-time>',
  about: 'When the key stops working, such as 2030-01-31T12:00:00Z; without it, never.',
  read: readFutureTime,
} as const satisfies Parameter;
