import { createHash } from 'node:crypto';

export interface Profile {
  name?: string | null;
  username?: string;
  profilePic?: string;
  errorCode?: number;
}

export interface WrittenMessage {
  id: string;
  type: string;
  text: string | undefined;
  timeMs: number;
}

export interface KnownCustomer {
  id: string;
  profile: Profile | undefined;
  /** Undefined if the customer has never written and nobody set the window. */
  windowEndsMs: number | undefined;
  written: readonly WrittenMessage[];
}

export interface Customers {
  recordInbound: (accountId: string, customerId: string, profile: Profile, message: WrittenMessage) => void;
  findProfile: (accountId: string, customerId: string) => Profile | undefined;
  list: (accountId: string) => KnownCustomer[];
  setWindow: (accountId: string, customerId: string, isOpen: boolean) => void;
  isWindowOpen: (accountId: string, customerId: string, extraMs?: number) => boolean | undefined;
}

const windowMs = 24 * 60 * 60 * 1000;

/** A phone shows no more messages of one customer. */
const writtenMax = 100;

export const createCustomers = (now: () => number): Customers => {
  const byAccount = new Map<string, Map<string, KnownCustomer>>();
  const find = (accountId: string, customerId: string) => byAccount.get(accountId)?.get(customerId);
  const change = (accountId: string, id: string, changes: Partial<KnownCustomer>): void => {
    const customers = byAccount.get(accountId) ?? new Map<string, KnownCustomer>();
    byAccount.set(accountId, customers);
    const known = customers.get(id) ?? { id, profile: undefined, windowEndsMs: undefined, written: [] };
    customers.set(id, { ...known, ...changes });
  };
  return {
    recordInbound: (accountId, customerId, profile, message) => {
      const known = find(accountId, customerId);
      change(accountId, customerId, {
        profile: { ...known?.profile, ...profile },
        windowEndsMs: now() + windowMs,
        written: [...(known?.written ?? []), message].slice(-writtenMax),
      });
    },
    findProfile: (accountId, customerId) => find(accountId, customerId)?.profile,
    list: (accountId) => [...(byAccount.get(accountId)?.values() ?? [])],
    setWindow: (accountId, customerId, isOpen) =>
      change(accountId, customerId, { windowEndsMs: isOpen ? now() + windowMs : 0 }),
    isWindowOpen: (accountId, customerId, extraMs = 0) => {
      const endsMs = find(accountId, customerId)?.windowEndsMs;
      return endsMs === undefined ? undefined : now() < endsMs + extraMs;
    },
  };
};

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
