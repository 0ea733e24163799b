import { createHash } from 'node:crypto';

/** Who writes to the business, as far as the channel knows them. */
export interface Profile {
  name?: string | null;
  username?: string;
  profilePic?: string;
  /** The code with which the channel refuses to tell who this is. */
  errorCode?: number;
}

/** Customers by account and channel id: their profiles, and until when the business may write to them freely. */
export interface People {
  wrote: (accountId: string, personId: string, profile: Profile) => void;
  profileOf: (accountId: string, personId: string) => Profile | undefined;
  setWindow: (accountId: string, personId: string, isOpen: boolean) => void;
  /** Undefined as long as nothing is known of the customer. */
  isWindowOpen: (accountId: string, personId: string) => boolean | undefined;
}

const windowMs = 24 * 60 * 60 * 1000;

export const createPeople = (now: () => number): People => {
  const profiles = new Map<string, Profile>();
  const openUntilMs = new Map<string, number>();
  const setWindow = (key: string, isOpen: boolean) => void openUntilMs.set(key, isOpen ? now() + windowMs : 0);
  return {
    wrote: (accountId, personId, profile) => {
      const key = keyOf(accountId, personId);
      profiles.set(key, { ...profiles.get(key), ...profile });
      setWindow(key, true);
    },
    profileOf: (accountId, personId) => profiles.get(keyOf(accountId, personId)),
    setWindow: (accountId, personId, isOpen) => setWindow(keyOf(accountId, personId), isOpen),
    isWindowOpen: (accountId, personId) => {
      const untilMs = openUntilMs.get(keyOf(accountId, personId));
      return untilMs === undefined ? undefined : now() < untilMs;
    },
  };
};

const keyOf = (accountId: string, personId: string): string => `${accountId} ${personId}`;

const countryOf: Record<string, string> = {
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

/** The business-scoped id of a customer: a country and digits that say nothing of the phone number. */
export const userIdOf = (waId: string): string => {
  const country = countryOf[waId.slice(0, 2)] ?? countryOf[waId.slice(0, 1)] ?? 'ZZ';
  const number = createHash('sha256').update(waId).digest().readBigUInt64BE() % 10n ** 16n;
  return `${country}.${String(number).padStart(16, '1')}`;
};
