import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { countCharacters } from '../characters.ts';
import { isCountry } from '../contacts/country.ts';
import { keywordList } from '../contacts/keyword-list.ts';
import { optionalField } from '../optional-field.ts';
import { timeZone } from '../routing/time-zone.ts';

export const workspace = z.object({
  id: z.uuid(),
  name: z.string(),
  default_country: z.string(),
  time_zone: z.string(),
  messages_per_month: z.nullable(z.int()),
  subscription: z.enum(['active', 'lapsed']),
  /** Null stands for the default keywords. */
  opt_out_keywords: z.nullable(z.array(z.string())),
  opt_in_keywords: z.nullable(z.array(z.string())),
  /** Whether webhooks can subscribe to all events instead of the basic four. */
  more_events: z.boolean(),
  /** Whether reports show members their own row only, whatever their role. */
  hides_member_rows: z.boolean(),
  created_at: z.iso.datetime(),
});

export type Workspace = z.output<typeof workspace>;

/** The channel's own words about an account that it refuses. */
export const channelError = z.object({ code: z.number(), message: z.string(), at: z.iso.datetime() });

export type ChannelError = z.output<typeof channelError>;

/** A workspace as its members see it. */
export const describedWorkspace = z.extend(workspace, {
  channels: z.array(z.object({ channel: z.enum(channels), last_error: z.nullable(channelError) })),
});

export type DescribedWorkspace = z.output<typeof describedWorkspace>;

export const moreEventsChange = z.object({ more_events: z.boolean() });

export const memberRowsChange = z.object({ hides_member_rows: z.boolean() });

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
    time_zone: optionalField(timeZone),
    opt_out_keywords: z.optional(keywordList),
    opt_in_keywords: z.optional(keywordList),
  })
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error:
        'must have at least one of "name", "default_country", "time_zone", "opt_out_keywords" and "opt_in_keywords"',
    }),
  );
