import * as z from 'zod/mini';
import { channels } from './channel.ts';
import { countCharacters } from './characters.ts';
import { isCountry } from './country.ts';
import { optionalField } from './optional-field.ts';

export const workspace = z.object({
  id: z.uuid(),
  name: z.string(),
  default_country: z.string(),
  messages_per_month: z.nullable(z.int()),
  subscription: z.enum(['active', 'lapsed']),
  created_at: z.iso.datetime(),
});

export type Workspace = z.output<typeof workspace>;

/** The channel's own words about an account that it refuses. */
export const channelError = z.object({ code: z.number(), message: z.string(), at: z.iso.datetime() });

export type ChannelError = z.output<typeof channelError>;

/** As its members see it. */
export const describedWorkspace = z.extend(workspace, {
  channels: z.array(z.object({ channel: z.enum(channels), last_error: z.nullable(channelError) })),
});

export type DescribedWorkspace = z.output<typeof describedWorkspace>;

export const workspaceNameCharactersMax = 200;

export const workspaceChanges = z
  .object({
    name: optionalField(
      z.string().check(
        z.trim(),
        z.minLength(1),
        z.refine((name: string) => countCharacters(name) <= workspaceNameCharactersMax, {
          error: `must have at most ${workspaceNameCharactersMax} characters`,
        }),
      ),
    ),
    default_country: optionalField(
      z.string().check(z.refine(isCountry, { error: 'must be the ISO 3166 code of a country, such as DE or US' })),
    ),
  })
  .check(
    z.refine(({ name, default_country }) => (name ?? default_country) !== undefined, {
      error: 'must have "name", "default_country" or both',
    }),
  );
