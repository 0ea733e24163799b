import * as z from 'zod/mini';
import type { Encrypted } from './secret.ts';

export interface MsgappConnection<Secret = string> {
  phone_number_id: string;
  /** The business account that owns the templates. */
  waba_id: string;
  access_token: Secret;
  base_url: string;
  api_version: string;
  /** The channel's limit for this number; 80 if absent. */
  messages_per_second?: number;
}

/** The token reads senders' profiles. */
export interface SocialConnection<Secret = string> {
  account_id: string;
  access_token: Secret;
  base_url: string;
  api_version: string;
}

/** The site signs its visitors' messages with the secret. */
export interface WebConnection<Secret = string> {
  account_id: string;
  secret: Secret;
}

/** At most one account per channel. */
export interface ChannelConnections {
  msgapp_account?: MsgappConnection<Encrypted>;
  social_account?: SocialConnection<Encrypted>;
  web_account?: WebConnection<Encrypted>;
}

/** Entered by the operator in Secrets Manager. */
export const channelSecret = z.object({
  /** All are valid at once, so a secret rotates without downtime. */
  app_secrets: z.array(z.string()),
  /** The channel sends it in its handshake. */
  verify_token: z.string(),
});

export type ChannelSecret = z.output<typeof channelSecret>;
