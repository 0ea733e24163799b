import type { WebAccount } from '../accounts.ts';
import type { JsonObject } from '../json.ts';
import type { WebMessage } from './sign.ts';

export interface Change {
  field: string;
  value: JsonObject & { contacts?: JsonObject[]; messages?: JsonObject[]; statuses?: JsonObject[] };
}

export interface Entry {
  id: string;
  time?: number;
  changes?: Change[];
  messaging?: JsonObject[];
}

export interface HubPayload {
  object: 'whatsapp_business_account' | 'instagram';
  entry: [Entry];
}

export type ChannelEvent = {
  accountId: string;
  customerId: string;
  /** Skips the queue: a customer's message does not wait behind the receipts of a broadcast. */
  isUrgent: boolean;
} & (
  | { channel: 'msgapp' | 'social'; payload: HubPayload }
  | { channel: 'web'; payload: WebMessage; account: WebAccount }
);

export type PublishEvent = (event: ChannelEvent) => Promise<void>;
