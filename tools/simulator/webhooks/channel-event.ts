import type { WebAccount } from '../accounts.ts';
import type { JsonObject } from '../json.ts';
import type { WebMessage } from './sign-web.ts';

/** A change in a `msgapp` webhook: messages or statuses of one business number. */
export interface Change {
  field: string;
  value: JsonObject & { contacts?: JsonObject[]; messages?: JsonObject[]; statuses?: JsonObject[] };
}

/** A business account and its news: `changes` on msgapp, `messaging` on social. */
export interface Entry {
  id: string;
  time?: number;
  changes?: Change[];
  messaging?: JsonObject[];
}

/** The envelope that `msgapp` and `social` share. */
export interface HubPayload {
  object: 'whatsapp_business_account' | 'instagram';
  entry: [Entry];
}

/** One thing that happened on a channel, as its webhook tells it. */
export type ChannelEvent = {
  accountId: string;
  /** The customer it is about. */
  customerId: string;
  /** Goes before the rest: a customer's message does not wait for the receipts of a broadcast. */
  isUrgent: boolean;
} & (
  | { channel: 'msgapp' | 'social'; payload: HubPayload }
  | { channel: 'web'; payload: WebMessage; account: WebAccount }
);

export type PublishEvent = (event: ChannelEvent) => Promise<void>;
