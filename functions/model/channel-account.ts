import type { Sealed } from './secret.ts';

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
  msgapp_account?: MsgappConnection<Sealed>;
  social_account?: SocialConnection<Sealed>;
  web_account?: WebConnection<Sealed>;
}
