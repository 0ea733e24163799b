import type { Parameter } from '../command.ts';
import { readCountry, readId, readName } from '../values.ts';

export const workspaceId = {
  placeholder: '<workspace-id>',
  about: 'The workspace, by its id.',
  required: true,
  read: readId,
} as const satisfies Parameter;

export const workspaceName = {
  placeholder: '<name>',
  about: "The company's name, 1 to 200 characters.",
  required: true,
  read: (typed, name) => readName(typed, name, 200),
} as const satisfies Parameter;

export const country = {
  placeholder: '<CC>',
  about: 'ISO 3166 code of the country in which phone numbers without country code are read.',
  read: readCountry,
} as const satisfies Parameter;
