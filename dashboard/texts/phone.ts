import { useSyncExternalStore } from 'react';

type Format = (phone: string) => string;

let format: Format = (phone) => phone;
let readCountry = (_phone: string): string | undefined => undefined;
let readTyped = (_typed: string, _country: string): string | undefined => undefined;
let isAskedFor = false;
const listeners = new Set<() => void>();

/** Groups digits as the country does. The tables of all countries are large, so until they arrive it stays as it is stored. */
export const formatPhone: Format = (phone) => format(phone);

/** How a number will be stored that is typed in this country; undefined if it is none, or until the tables arrive. */
export const savedPhone = (typed: string, country: string): string | undefined => readTyped(typed, country);

/** Where the number is from; undefined until the tables arrive. */
export const phoneCountry = (phone: string): string | undefined => readCountry(phone);

/** With a country code, fewer digits are the beginning of a number that is still being typed. */
const wholeNumber = /^\+\d{10,15}$/;
const charactersMin = 2;

/** How people are searched: by a whole number, or by a text. */
export const toPeopleQuery = (search: string): { phone?: string; search?: string } => {
  const typed = search.trim();
  const isNumber = /^\+?[\d\s()./-]+$/.test(typed) && /\d/.test(typed);
  const text = isNumber ? typed.replaceAll(/[^\d+]/g, '') : typed;
  if (wholeNumber.test(text)) return { phone: text };
  return text.length >= charactersMin ? { search: text } : {};
};

/** Renders again once numbers can be grouped. */
export const usePhoneFormat = (): Format => useSyncExternalStore(subscribe, () => format);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  if (!isAskedFor) void loadPhoneFormat().catch(() => (isAskedFor = false));
  return () => listeners.delete(listener);
};

export const loadPhoneFormat = async (): Promise<void> => {
  isAskedFor = true;
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  readTyped = (typed, country) => {
    const known = isSupportedCountry(country) ? { defaultCountry: country } : {};
    const number = parsePhoneNumberFromString(typed, { ...known, extract: false });
    return number?.isPossible() ? number.formatInternational() : undefined;
  };
  readCountry = (phone) => parsePhoneNumberFromString(phone)?.country;
  format = (phone) => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
  for (const listener of listeners) listener();
};
