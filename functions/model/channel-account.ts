import * as z from 'zod/mini';
import type { Encrypted } from './secret.ts';

/** How a workspace reaches its number on msgapp, and is reached there. */
export interface MsgappConnection<Secret = string> {
  phone_number_id: string;
  /** The business account, which owns the templates. */
  waba_id: string;
  access_token: Secret;
  base_url: string;
  api_version: string;
  /** How many messages the channel lets the number send in a second; absent, the usual 80. */
  messages_per_second?: number;
}

/** The workspace's social account; the token is for asking who wrote. */
export interface SocialConnection<Secret = string> {
  account_id: string;
  access_token: Secret;
  base_url: string;
  api_version: string;
}

/** The workspace's web chat: its site signs what visitors write with the secret. */
export interface WebConnection<Secret = string> {
  account_id: string;
  secret: Secret;
}

/** The accounts that a workspace has connected, at most one on each channel, as they are kept. */
export interface ChannelConnections {
  msgapp_account?: MsgappConnection<Encrypted>;
  social_account?: SocialConnection<Encrypted>;
  web_account?: WebConnection<Encrypted>;
}

/** What the channel's app and we know and nobody else does, as the operator writes it into the secret. */
export const channelSecret = z.object({
  /** Any of these may have signed a webhook, so that one takes the other's place without a gap. */
  app_secrets: z.array(z.string()),
  /** What the channel shows to prove that it was us who named it our address. */
  verify_token: z.string(),
});

export type ChannelSecret = z.output<typeof channelSecret>;
