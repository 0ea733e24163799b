import { createInterface } from 'node:readline/promises';
import * as z from 'zod';
import { networksMax, parseNetwork } from '../../functions/model/access/network.ts';
import { accountIdPattern } from '../../functions/model/channels/connected-channel.ts';
import { countCharacters } from '../../functions/model/characters.ts';
import {
  areKeywords,
  keywordCharactersMax,
  keywordsMax,
  splitKeywords,
} from '../../functions/model/contacts/consent-keywords.ts';
import { isCountry } from '../../functions/model/contacts/country.ts';
import { isTimeZone } from '../../functions/model/routing/zone-offset.ts';
import { clock, isoTime } from '../../functions/platform/clock.ts';
import type { Io } from './run.ts';

const must = (rule: string) => ({ error: ({ input }: { input?: unknown }) => `must be ${rule}, not "${input}".` });

/** Ids are stored in lower case. */
export const id = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, must('a UUID'));

export const name = (charactersMax: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text !== '' && countCharacters(text) <= charactersMax,
      `must have 1 to ${charactersMax} characters.`,
    );

export const email = z
  .string()
  .trim()
  .pipe(z.email(must('an email address, such as ana@example.com')).max(254, 'must have at most 254 characters.'))
  .transform((address) => address.toLowerCase());

export const timeZone = z.string().refine(isTimeZone, must('a time zone of the IANA database, such as Europe/Berlin'));

export const day = z.iso.date(must('a day, such as 2026-01-01'));

export const quota = z
  .string()
  .refine(
    (text) => text === 'none' || (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))),
    must('a whole number from 0, or none'),
  )
  .transform((text) => (text === 'none' ? null : Number(text)));

export const count = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      must(`a whole number from ${min} to ${max}`),
    )
    .transform(Number);

/** The word `all` stands for the names in `all`. */
export const listOf = <const Name extends string>(noun: string, names: readonly Name[], all = names) => {
  const unknownName = ({ input }: { input?: unknown }) =>
    `has the unknown ${noun} "${input}". Use all, or some of ${names.join(', ')}.`;
  return z
    .string()
    .transform((text) => splitList(text.trim(), all))
    .pipe(z.array(z.enum(names, { error: unknownName })))
    .transform((list) => [...new Set(list)]);
};

const splitList = (text: string, all: readonly string[]): readonly string[] => {
  if (text === 'all') return all;
  return text === '' ? [] : text.split(',').map((part) => part.trim());
};

/** The list is in canonical form and without repetitions. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(
    z.array(
      z
        .string()
        .refine((text) => parseNetwork(text) !== undefined, must('a network such as 203.0.113.0/24 or 2001:db8::/32'))
        .transform((text) => parseNetwork(text)?.cidr ?? text),
    ),
  )
  .transform((list) => [...new Set(list)])
  .refine((list) => list.length <= networksMax, `must have at most ${networksMax} networks.`);

export const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCountry, must('the ISO 3166 code of a country, such as DE or US'));

const keywordRule =
  `must be up to ${keywordsMax} words of up to ${keywordCharactersMax} characters with commas between them, ` +
  'default or none.';

export const keywords = z
  .string()
  .transform((text) => readKeywords(text.trim().toLowerCase(), text))
  .refine((list) => areKeywords(list ?? []), keywordRule);

const readKeywords = (word: string, text: string): string[] | null => {
  if (word === 'default') return null;
  return word === 'none' ? [] : splitKeywords(text);
};

const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Date.parse reads February 30 as a day in March. */
const isOnCalendar = (date: string): boolean => isoTime(Date.parse(`${date}T00:00:00Z`)).startsWith(date);

const isDateTime = (text: string): boolean => {
  const [, date] = dateTime.exec(text) ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(text)) && isOnCalendar(date);
};

/** The zone is required: without it the time would depend on the machine. */
const time = z
  .string()
  .refine(isDateTime, must('a date and time with its zone, such as 2030-01-31T12:00:00Z'))
  .transform((text) => isoTime(Date.parse(text)));

export const futureTime = time.refine((moment) => moment > isoTime(clock.now()), must('in the future'));

export const pastTime = time.refine((moment) => moment <= isoTime(clock.now()), must('in the past'));

export const accountId = z.string().regex(accountIdPattern, 'must have 1 to 100 letters, digits, _ . or -.');

export const apiVersion = z.string().regex(/^v\d{1,3}\.\d$/, must('a version such as v25.0'));

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isSafeUrl = (text: string): boolean => {
  const url = URL.parse(text);
  const isPrivate = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  return isPrivate && !url.search && !url.hash && !url.username;
};

/** Access tokens are sent there, so only this machine may be without TLS. */
export const baseUrl = z
  .string()
  .refine(isSafeUrl, must('an https URL such as https://graph.facebook.com'))
  .transform((text) => text.replace(/\/+$/, ''));

/** Reads the secret from stdin when it was given as -, which keeps it out of the shell history. */
export const readSecret = async (secret: string, noun: string, { stdin, stderr }: Io): Promise<string> => {
  if (secret !== '-') return secret;
  if (stdin.isTTY) stderr.write(`Paste the ${noun} and press Enter: `);
  for await (const line of createInterface({ input: stdin })) return line.trim();
  return '';
};
