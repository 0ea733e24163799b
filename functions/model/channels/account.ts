import * as z from 'zod/mini';
import type { Encrypted, SigningChannel } from '../secret.ts';
import type { AccountError } from './health.ts';

/** The host of a channel, unless the operator connects it elsewhere. */
export const channelHosts: Record<SigningChannel, string> = {
  msgapp: 'https://graph.facebook.com',
  social: 'https://graph.instagram.com',
};

export const channelApiVersion = 'v25.0';

export interface MsgappConnection<Secret = string> {
  phone_number_id: string;
  /** E.164, as the channel told when the account was connected in the dashboard. */
  phone_number?: string;
  waba_id: string;
  access_token: Secret;
  base_url: string;
  api_version: string;
  messages_per_second?: number;
  last_error?: AccountError;
}

/** The channel's limit per number, unless it has granted a higher one. */
const messagesPerSecondDefault = 80;

/** A slower chunk of a broadcast would not fit into a function of 30 s. */
const messagesPerSecondMin = 5;

export const toSendRate = (account: Pick<MsgappConnection, 'messages_per_second'> | undefined): number =>
  Math.max(messagesPerSecondMin, account?.messages_per_second ?? messagesPerSecondDefault);

export interface SocialConnection<Secret = string> {
  account_id: string;
  access_token: Secret;
  base_url: string;
  api_version: string;
  last_error?: AccountError;
}

export interface WebConnection<Secret = string> {
  account_id: string;
  secret: Secret;
  /** The secret before, which is accepted, too, until then. */
  previous_secret?: Secret;
  previous_secret_expires_at?: string;
}

export interface ChannelConnections {
  msgapp_account?: MsgappConnection<Encrypted>;
  social_account?: SocialConnection<Encrypted>;
  web_account?: WebConnection<Encrypted>;
}

export const channelSecret = z.object({
  /** All are valid at once, so a secret rotates without downtime. */
  app_secrets: z.array(z.string()),
  verify_token: z.string(),
});

export type ChannelSecret = z.output<typeof channelSecret>;
