import * as z from 'zod/mini';
import { optionalField } from '../optional-field.ts';
import { channels } from './channel.ts';
import { accountFaults } from './health.ts';

const channelStates = ['not_connected', 'connected', 'failing'] as const;

export type ChannelState = (typeof channelStates)[number];

/** A channel as its workspace sees it, connected or not. Tokens and secrets are never part of it. */
export const connectedChannel = z.object({
  channel: z.enum(channels),
  /** `failing`: the channel has refused every message since the last error. */
  state: z.enum(channelStates),
  account_id: z.nullable(z.string()),
  /** E.164. Null where the channel did not tell it. */
  phone_number: z.nullable(z.string()),
  waba_id: z.nullable(z.string()),
  messages_per_second: z.nullable(z.number()),
  webhook_url: z.string(),
  last_webhook_at: z.nullable(z.iso.datetime()),
  last_error: z.nullable(
    z.object({ fault: z.nullable(z.enum(accountFaults)), code: z.number(), message: z.string(), at: z.iso.datetime() }),
  ),
  /** The quality of a msgapp number, in the channel's words. Null until the channel reports it. */
  quality: z.nullable(z.object({ event: z.string(), limit: z.nullable(z.string()), at: z.iso.datetime() })),
  /** The channel's complaint about the account, in its words. */
  warning: z.nullable(
    z.object({
      event: z.string(),
      details: z.nullable(z.string()),
      until: z.nullable(z.iso.datetime()),
      at: z.iso.datetime(),
    }),
  ),
});

export type ConnectedChannel = z.output<typeof connectedChannel>;

export const channelParams = z.object({ channel: z.enum(channels) });

/** Safe in a path, and short enough for a table key. */
export const accountIdPattern = /^\w[\w.-]{0,99}$/;

const accountId = z
  .string()
  .check(z.trim(), z.minLength(1), z.regex(accountIdPattern, 'must have 1 to 100 letters, digits, _ . or -'));

/** It travels in a header. */
export const accessTokenPattern = /^[\x21-\x7e]+$/;

const accessToken = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(4_096),
    z.regex(accessTokenPattern, 'must be one word without spaces: paste the whole token and nothing else'),
  );

export const messagesPerSecondRange = { min: 10, max: 1_000 } as const;

const { min, max } = messagesPerSecondRange;
const rateMessage = `must be a whole number from ${min} to ${max}`;

export const newMsgappAccount = z.object({
  phone_number_id: accountId,
  waba_id: accountId,
  access_token: accessToken,
  messages_per_second: optionalField(z.int(rateMessage).check(z.gte(min, rateMessage), z.lte(max, rateMessage))),
});

export const newSocialAccount = z.object({ account_id: accountId, access_token: accessToken });

export type NewMsgappAccount = z.output<typeof newMsgappAccount>;
export type NewSocialAccount = z.output<typeof newSocialAccount>;

export const webSecret = z.object({ account_id: z.string(), secret: z.string() });

export type WebSecret = z.output<typeof webSecret>;
