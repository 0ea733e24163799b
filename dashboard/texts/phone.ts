import { useSyncExternalStore } from 'react';

type Format = (phone: string) => string;

let format: Format = (phone) => phone;
let readTyped = (_typed: string, _country: string): string | undefined => undefined;
let isAskedFor = false;
const listeners = new Set<() => void>();

/** Groups digits as the country does. The tables of all countries are large, so until they arrive it stays as it is stored. */
export const formatPhone: Format = (phone) => format(phone);

/** How a number will be stored that is typed in this country; undefined if it is none, or until the tables arrive. */
export const savedPhone = (typed: string, country: string): string | undefined => readTyped(typed, country);

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
  format = (phone) => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
  for (const listener of listeners) listener();
};
