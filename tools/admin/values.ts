import { type Scope, scopes } from '../../functions/model/scope.ts';
import { clock, isoTime } from '../../functions/platform/clock.ts';
import { wrongUsage } from './problem.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids are stored in lower case. */
export const readId = (typed: string, name: string): string => {
  const id = typed.trim().toLowerCase();
  if (!uuid.test(id)) throw wrongUsage(`${name} must be a UUID, not "${typed}".`);
  return id;
};

export const readName = (typed: string, name: string, lengthMax: number): string => {
  const text = typed.trim();
  if (text.length === 0 || text.length > lengthMax) throw wrongUsage(`${name} must have 1 to ${lengthMax} characters.`);
  return text;
};

export const readChoice = <const Choice extends string>(
  typed: string,
  name: string,
  choices: readonly Choice[],
): Choice => {
  const choice = choices.find((candidate) => candidate === typed);
  if (choice === undefined) throw wrongUsage(`${name} must be ${choices.join(' or ')}, not "${typed}".`);
  return choice;
};

/** A whole number, or null for "none". */
export const readLimit = (typed: string, name: string): number | null => {
  if (typed === 'none') return null;
  const limit = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(limit)) {
    throw wrongUsage(`${name} must be a whole number from 0 upwards, or none, not "${typed}".`);
  }
  return limit;
};

/** A whole number within bounds. */
export const readCount = (typed: string, name: string, min: number, max: number): number => {
  const count = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw wrongUsage(`${name} must be a whole number from ${min} to ${max}, not "${typed}".`);
};

/** Codes that Unicode names but ISO 3166-1 does not: groups of countries, test regions, islands of other countries. */
const notIso3166 = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** Kosovo's XK passes, although ISO leaves the code to its users: everybody uses it, phone numbers included. */
export const readCountry = (typed: string, name: string): string => {
  const code = typed.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && !notIso3166.has(code) && isInUse(code)) return code;
  throw wrongUsage(`${name} must be the ISO 3166 code of a country, such as DE or US, not "${typed}".`);
};

/** Codes that were given up, such as SU, and second names, such as UK, are rewritten to the code in use. */
const isInUse = (code: string): boolean =>
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

/** A comma-separated list; empty for none, `all` for every scope. */
export const readScopes = (typed: string, name: string): Scope[] => {
  if (typed.trim() === '') return [];
  if (typed.trim() === 'all') return [...scopes];
  const chosen = typed.split(',').map((text) => {
    const scope = scopes.find((candidate) => candidate === text.trim());
    if (scope === undefined) {
      throw wrongUsage(`${name} has the unknown scope "${text.trim()}"; the scopes are ${scopes.join(', ')}.`);
    }
    return scope;
  });
  return [...new Set(chosen)];
};

const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** A moment after now, as the table stores times. */
export const readFutureTime = (typed: string, name: string): string => {
  const time = readTime(typed, name);
  if (time <= isoTime(clock.now())) throw wrongUsage(`${name} must be in the future; ${time} is past.`);
  return time;
};

/** A moment before now. */
export const readPastTime = (typed: string, name: string): string => {
  const time = readTime(typed, name);
  if (time > isoTime(clock.now())) throw wrongUsage(`${name} must be in the past; ${time} is to come.`);
  return time;
};

/** Without a zone it would depend on the machine, so one is required. */
const readTime = (typed: string, name: string): string => {
  const [, date] = dateTime.exec(typed) ?? [];
  const timeMs = Date.parse(typed);
  if (date === undefined || Number.isNaN(timeMs) || !isOnCalendar(date)) {
    throw wrongUsage(`${name} must be a date and time with its zone, such as 2030-01-31T12:00:00Z, not "${typed}".`);
  }
  return isoTime(timeMs);
};

/** The date parser reads the 30th of February as a day in March. */
const isOnCalendar = (date: string): boolean => isoTime(Date.parse(`${date}T00:00:00Z`)).startsWith(date);

/** An id that a channel has given: of characters that are safe in a path and short enough for a key of the table. */
export const readAccountId = (typed: string, name: string): string => {
  if (!/^\w[\w.-]{0,99}$/.test(typed)) throw wrongUsage(`${name} must have 1 to 100 letters, digits, _ . or -.`);
  return typed;
};

/** A channel's version, which becomes part of a path. */
export const readApiVersion = (typed: string, name: string): string => {
  if (!/^v\d{1,3}\.\d$/.test(typed)) throw wrongUsage(`${name} must be a version such as v25.0, not "${typed}".`);
  return typed;
};

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Tokens go there, so that it must be https, except on this machine. */
export const readBaseUrl = (typed: string, name: string): string => {
  const url = URL.parse(typed);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (!url || !isSafe || url.search || url.hash || url.username) {
    throw wrongUsage(`${name} must be an https URL such as https://graph.facebook.com, not "${typed}".`);
  }
  return typed.replace(/\/+$/, '');
};
