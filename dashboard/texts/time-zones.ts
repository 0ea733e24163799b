import { isTimeZone } from '../../functions/model/routing/zone-offset.ts';
import { locale } from './locale.ts';

/** The time on a clock there is easier to recognize than an offset. */
const clockIn = (zone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(Date.now());

/** Every zone that this browser names. The current one is among them, even if the browser calls it otherwise. */
export const timeZones = (current: string): { value: string; label: string }[] =>
  [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
    .filter(isTimeZone)
    .map((value) => ({ value, label: value === current ? `${value} · ${clockIn(value)}` : value }));
