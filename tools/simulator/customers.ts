import { createHash } from 'node:crypto';

export interface Profile {
  name?: string | null;
  username?: string;
  profilePic?: string;
  errorCode?: number;
}

export interface Customers {
  recordInbound: (accountId: string, customerId: string, profile: Profile) => void;
  findProfile: (accountId: string, customerId: string) => Profile | undefined;
  setWindow: (accountId: string, customerId: string, isOpen: boolean) => void;
  isWindowOpen: (accountId: string, customerId: string) => boolean | undefined;
}

const windowMs = 24 * 60 * 60 * 1000;

export const createCustomers = (now: () => number): Customers => {
  const profiles = new Map<string, Profile>();
  const openUntilMs = new Map<string, number>();
  const setWindow = (key: string, isOpen: boolean) => void openUntilMs.set(key, isOpen ? now() + windowMs : 0);
  return {
    recordInbound: (accountId, customerId, profile) => {
      const key = toKey(accountId, customerId);
      profiles.set(key, { ...profiles.get(key), ...profile });
      setWindow(key, true);
    },
    findProfile: (accountId, customerId) => profiles.get(toKey(accountId, customerId)),
    setWindow: (accountId, customerId, isOpen) => setWindow(toKey(accountId, customerId), isOpen),
    isWindowOpen: (accountId, customerId) => {
      const untilMs = openUntilMs.get(toKey(accountId, customerId));
      return untilMs === undefined ? undefined : now() < untilMs;
    },
  };
};

const toKey = (accountId: string, customerId: string): string => `${accountId} ${customerId}`;

const countryByCallingCode: Record<string, string> = {
  1: 'US',
  33: 'FR',
  34: 'ES',
  44: 'GB',
  49: 'DE',
  52: 'MX',
  54: 'AR',
  55: 'BR',
  91: 'IN',
};

/** The business-scoped id: a country and digits that do not reveal the phone number. */
export const toUserId = (waId: string): string => {
  const country = countryByCallingCode[waId.slice(0, 2)] ?? countryByCallingCode[waId.slice(0, 1)] ?? 'ZZ';
  const number = createHash('sha256').update(waId).digest().readBigUInt64BE() % 10n ** 16n;
  return `${country}.${String(number).padStart(16, '1')}`;
};
