import type { MsgappAccount, SocialAccount } from './accounts.ts';
import type { JsonObject } from './json.ts';

export interface SentMessage {
  id: string;
  account: MsgappAccount | SocialAccount;
  customerId: string;
  /** Set if the message was addressed to a business-scoped id instead of a phone number. */
  userId?: string;
  body: JsonObject;
  /** The category that is billed: the template's, in lower case, or `service`. */
  category: string;
  sentMs: number;
  reported: Set<string>;
  /** The code of the last failed receipt. */
  errorCode?: number;
}

export interface SentFilter {
  channel?: string | undefined;
  accountId?: string | undefined;
  to?: string | undefined;
}

export interface SentMessages {
  add: (message: SentMessage) => void;
  /** Also finds messages cleared from the list. */
  find: (id: string) => SentMessage | undefined;
  list: (filter: SentFilter) => SentMessage[];
  clear: (filter: SentFilter) => void;
}

/** Bounds `find` only; the list is unbounded. */
const findableMax = 200_000;

export const createSentMessages = (): SentMessages => {
  const byId = new Map<string, SentMessage>();
  let messages: SentMessage[] = [];
  return {
    add: (message) => {
      messages.push(message);
      byId.set(message.id, message);
      const [oldest] = byId.size > findableMax ? byId.keys() : [];
      if (oldest !== undefined) byId.delete(oldest);
    },
    find: (id) => byId.get(id),
    list: (filter) => messages.filter((message) => matchesFilter(message, filter)),
    clear: (filter) => {
      messages = messages.filter((message) => !matchesFilter(message, filter));
    },
  };
};

const matchesFilter = ({ account, customerId, body }: SentMessage, { channel, accountId, to }: SentFilter): boolean =>
  (channel === undefined || account.channel === channel) &&
  (accountId === undefined || account.id === accountId) &&
  (to === undefined || [customerId, digitsOnly(String(body['to']))].includes(digitsOnly(to)));

const digitsOnly = (text: string): string => text.replaceAll(/\D/g, '');
