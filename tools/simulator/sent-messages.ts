import type { MsgappAccount, SocialAccount } from './accounts.ts';
import type { JsonObject } from './json.ts';

/** A message that the channel accepted. */
export interface SentMessage {
  id: string;
  account: MsgappAccount | SocialAccount;
  /** The customer: a `wa_id`, or on `social` an id of that network. */
  customerId: string;
  /** The customer's business-scoped id, when the message was addressed to it instead of a phone number. */
  userId?: string;
  /** The request body as it came. */
  body: JsonObject;
  /** What the message costs: the template's category in lower case, or `service`. */
  category: string;
  /** The statuses reported so far. */
  reported: Set<string>;
}

export interface SentFilter {
  channel?: string | undefined;
  accountId?: string | undefined;
  /** A phone number or id, written in any way. */
  to?: string | undefined;
}

export interface SentMessages {
  add: (message: SentMessage) => void;
  /** Finds a message even after the list was cleared. */
  find: (id: string) => SentMessage | undefined;
  /** In order of acceptance. */
  list: (filter: SentFilter) => SentMessage[];
  clear: (filter: SentFilter) => void;
}

/** Receipts can be reported for this many messages back; the list itself forgets nothing. */
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
