import { randomInt } from 'node:crypto';

export interface MsgappAccount {
  channel: 'msgapp';
  /** The phone number id. */
  id: string;
  wabaId: string;
  /** Digits only, as webhooks show it. */
  displayPhoneNumber: string;
  accessToken: string;
}

export interface SocialAccount {
  channel: 'social';
  id: string;
  accessToken: string;
}

/** A website with a chat. It has no API, so no token; the messages it forwards are signed. */
export interface WebAccount {
  channel: 'web';
  id: string;
  secret: string;
}

export type Account = MsgappAccount | SocialAccount | WebAccount;

export const channels = ['msgapp', 'social', 'web'] as const;

export type Channel = (typeof channels)[number];

export type AccountByChannel<Name extends Channel> = Extract<Account, { channel: Name }>;

export interface Accounts {
  list: () => Account[];
  put: (account: Account) => void;
  find: <Name extends Channel>(channel: Name, id?: string) => AccountByChannel<Name> | undefined;
  findByToken: (accessToken: string) => (MsgappAccount | SocialAccount)[];
}

export const createAccounts = (initial: readonly Account[]): Accounts => {
  const byId = new Map(initial.map((account) => [account.id, account]));
  const list = () => [...byId.values()];
  return {
    list,
    put: (account) => void byId.set(account.id, account),
    find: <Name extends Channel>(channel: Name, id?: string) =>
      list().find(
        (account): account is AccountByChannel<Name> =>
          account.channel === channel && (id === undefined || account.id === id),
      ),
    findByToken: (accessToken) =>
      list().flatMap((account) => ('accessToken' in account && account.accessToken === accessToken ? account : [])),
  };
};

type AccountFields = Partial<Omit<MsgappAccount, 'channel'> & Omit<WebAccount, 'channel'>>;

/** Generates missing fields. Ids have the length of real ones. */
export const newAccount = (channel: Channel, fields: AccountFields): Account => {
  const id = fields.id ?? `1065${randomDigits(11)}`;
  if (channel === 'web') return { channel, id, secret: fields.secret ?? `local-web-secret-${id}` };
  const accessToken = fields.accessToken ?? `local-${channel}-token-${id}`;
  if (channel === 'social') return { channel, id, accessToken };
  const { wabaId = `1022${randomDigits(11)}`, displayPhoneNumber = `1555${randomDigits(7)}` } = fields;
  return { channel, id, wabaId, displayPhoneNumber, accessToken };
};

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
