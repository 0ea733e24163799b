import { useSyncExternalStore } from 'react';

type Format = (phone: string) => string;

let format: Format = (phone) => phone;
let isAskedFor = false;
const listeners = new Set<() => void>();

/** As its country groups it. The tables of all countries are large, so until they arrive it stays as it is stored. */
export const formatPhone: Format = (phone) => format(phone);

/** Renders again once numbers can be grouped. */
export const usePhoneFormat = (): Format => useSyncExternalStore(subscribe, () => format);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  if (!isAskedFor) void loadPhoneFormat().catch(() => (isAskedFor = false));
  return () => listeners.delete(listener);
};

export const loadPhoneFormat = async (): Promise<void> => {
  isAskedFor = true;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  format = (phone) => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
  for (const listener of listeners) listener();
};
