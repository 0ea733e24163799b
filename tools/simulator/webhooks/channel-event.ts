import type { Channel, WebAccount } from '../accounts.ts';
import type { Media } from '../channel/media-store.ts';
import type { JsonObject } from '../json.ts';
import type { WebMessage } from './sign.ts';

export interface HubPayload {
  object: 'whatsapp_business_account' | 'instagram';
  entry: [{ id: string; time?: number; changes?: { field: string; value: JsonObject }[]; messaging?: JsonObject[] }];
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

export interface InboundMessage {
  from: string;
  name?: string | null | undefined;
  username?: string | undefined;
  type: string;
  text?: string | undefined;
  content?: unknown;
  replyTo?: string | undefined;
  messageId?: string | undefined;
  timeMs: number;
  omitsPhone: boolean;
  wire?: JsonObject | undefined;
  media?: { file: Media; url: string } | undefined;
}

export const defaultText = 'Hello';

const splitWords = (text: string): readonly string[] => text.split(' ');

export const inboundTypes: Record<Channel, readonly string[]> = {
  msgapp: [
    ...splitWords('text image video audio document sticker location contacts interactive button reaction order'),
    ...splitWords('system unsupported edit revoke'),
  ],
  social: splitWords('text image video audio file reaction read edit deleted unsupported echo'),
  web: ['text'],
};
