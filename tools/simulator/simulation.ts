import type { Accounts, MsgappAccount, SocialAccount } from './accounts.ts';
import type { MediaStore } from './channel/media-store.ts';
import type { Customers } from './customers.ts';
import type { SwitchStore } from './fault-switches.ts';
import type { JsonObject } from './json.ts';
import type { TemplateStore } from './templates/template-store.ts';
import type { Timers } from './webhooks/delivery.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface ReceiptDelays {
  sentAfterMs: number;
  deliveredAfterMs: number;
  readAfterMs: number;
}

export interface Simulation {
  now: () => number;
  url: () => string;
  receiptDelays: ReceiptDelays;
  accounts: Accounts;
  media: MediaStore;
  customers: Customers;
  countThrottled: CountThrottled;
  receiver: BuiltInReceiver;
  sent: SentMessages;
  switches: SwitchStore;
  templates: TemplateStore;
  timers: Timers;
  webhooks: Webhooks;
}

export const toUnixSeconds = (timeMs: number): string => String(Math.floor(timeMs / 1000));

interface ReceivedEvent {
  receivedMs: number;
  /** The signature and the other headers of the delivery. */
  headers: Record<string, string>;
  body: string;
}

/** Plays a customer's server: it accepts every delivery and keeps the newest ones by the name in its path. */
interface BuiltInReceiver {
  accept: (name: string, event: ReceivedEvent) => void;
  list: (name: string) => readonly ReceivedEvent[];
}

const eventsMax = 100;
const namesMax = 1000;

export const createBuiltInReceiver = (): BuiltInReceiver => {
  const byName = new Map<string, ReceivedEvent[]>();
  return {
    accept: (name, event) => {
      const events = [event, ...(byName.get(name) ?? [])].slice(0, eventsMax);
      byName.delete(name);
      byName.set(name, events);
      const [oldest] = byName.size > namesMax ? byName.keys() : [];
      if (oldest !== undefined) byName.delete(oldest);
    },
    list: (name) => byName.get(name) ?? [],
  };
};

/** Counts the refusals of each throttled number. */
type CountThrottled = (accountId: string, customerId: string) => number;

export const createThrottleCount = (): CountThrottled => {
  const throttled = new Map<string, number>();
  return (accountId, customerId) => {
    const key = `${accountId} ${customerId}`;
    const previousCount = throttled.get(key) ?? 0;
    throttled.set(key, previousCount + 1);
    return previousCount;
  };
};

export interface SentMessage {
  id: string;
  account: MsgappAccount | SocialAccount;
  customerId: string;
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

interface SentMessages {
  add: (message: SentMessage) => void;
  /** Finds messages that were cleared from the list, too. */
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
