import * as z from 'zod/mini';
import { lengthsMax } from '../messages/limits.ts';
import { optionalField } from '../optional-field.ts';
import { type AwayMessage, awayTextCharactersMax, findAwayText, hasTexts } from './away-message.ts';
import {
  areInOrder,
  type Holiday,
  holidayNameCharactersMax,
  holidaysMax,
  type Span,
  spansMax,
} from './office-hours.ts';
import { timeZone } from './time-zone.ts';

const time = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, { error }));

export const span = z.object({
  from: time(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59, such as 09:00'),
  to: time(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:01 to 24:00, such as 17:30'),
});

const spans = z.array(span).check(
  z.maxLength(spansMax, { error: `must have at most ${spansMax} spans` }),
  z.refine<Span[]>(areInOrder, {
    error: 'must be in the order of the day, without overlaps, and end after they begin',
  }),
);

export const holiday = z.object({
  date: z.iso.date({ error: 'must be a day, such as 2026-12-25' }),
  name: z.string().check(z.trim(), z.maxLength(holidayNameCharactersMax)),
  spans,
});

/** A week on the clocks of a time zone. A day without spans is closed, and a holiday wins over its weekday. */
export const officeHours = z.object({
  time_zone: timeZone,
  week: z.object({
    monday: spans,
    tuesday: spans,
    wednesday: spans,
    thursday: spans,
    friday: spans,
    saturday: spans,
    sunday: spans,
  }),
  holidays: z.array(holiday).check(
    z.maxLength(holidaysMax, { error: `must have at most ${holidaysMax} days` }),
    z.refine<Holiday[]>((days) => new Set(days.map(({ date }) => date)).size === days.length, {
      error: 'must name each day once',
    }),
  ),
});

const awayText = z.string().check(z.trim(), z.maxLength(awayTextCharactersMax));

const awayChannel = z.object({
  is_active: z.boolean(),
  /** Null stands for the text of all channels. */
  text: z.nullable(awayText),
});

export const awayMessage = z.object({
  text: awayText,
  channels: z.object({ msgapp: awayChannel, social: awayChannel, web: awayChannel }),
});

export const routing = z.object({
  /** Null stands for always open. */
  office_hours: z.nullable(officeHours),
  away_message: awayMessage,
});

export type Routing = z.output<typeof routing>;

const isShortForSocial = (away: AwayMessage): boolean =>
  new TextEncoder().encode(findAwayText(away, 'social') ?? '').length <= lengthsMax.socialBytes;

export const routingChanges = z
  .object({
    office_hours: z.optional(z.nullable(officeHours)),
    away_message: optionalField(
      awayMessage.check(
        z.refine(hasTexts, { error: 'needs a "text" for each channel that is active' }),
        z.refine(isShortForSocial, { error: `must have at most ${lengthsMax.socialBytes} bytes on social` }),
      ),
    ),
  })
  .check(
    z.refine(({ office_hours, away_message }) => office_hours !== undefined || away_message !== undefined, {
      error: 'must have at least one of "office_hours" and "away_message"',
    }),
  );

export type RoutingChanges = z.output<typeof routingChanges>;
