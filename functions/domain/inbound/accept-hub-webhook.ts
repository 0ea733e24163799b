import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import { type ChannelSecret, channelSecret } from '../../model/channel-account.ts';
import type { InboundItem } from '../../model/inbound.ts';
import type { SigningChannel } from '../../model/secret.ts';
import { readSecret } from '../../platform/secrets.ts';
import { answerHubChallenge, verifyHubSignature } from '../../platform/signature.ts';
import { readMsgappWebhook } from '../channels/msgapp/read-webhook.ts';
import { readSocialWebhook } from '../channels/social/read-webhook.ts';
import { enqueueInbound } from './queue.ts';

/** How each channel of the hub tells what happened; all of them sign and ask alike. */
const webhookReaders: Record<SigningChannel, (payload: unknown) => InboundItem[]> = {
  msgapp: readMsgappWebhook,
  social: readSocialWebhook,
};

/** The answer by which a channel knows that the address is ours. */
export const answerHandshake = async (
  channel: SigningChannel,
  query: Parameters<typeof answerHubChallenge>[0],
): Promise<string> => {
  const { verify_token } = await readChannelSecret(channel);
  const challenge = answerHubChallenge(query, verify_token);
  if (challenge !== undefined) return challenge;
  throw new ApiError(
    'forbidden',
    "Send hub.mode=subscribe, a hub.challenge and the verify token of this channel's secret.",
  );
};

/** Takes over what a channel reports, if its signature is good. Once this returns, all of it is safe with us. */
export const acceptHubWebhook = async (
  channel: SigningChannel,
  { bytes, signature }: { bytes: Buffer; signature: string | undefined },
): Promise<{ received: number }> => {
  const { app_secrets } = await readChannelSecret(channel);
  if (!verifyHubSignature(bytes, signature, app_secrets)) {
    throw new ApiError('unauthorized', 'Sign the body in X-Hub-Signature-256 with an app secret that we know.');
  }
  const payload = parseJson(bytes.toString());
  if (payload === undefined) throw new ApiError('bad_request', 'The body must be JSON.');
  const items = webhookReaders[channel](payload);
  await enqueueInbound(items);
  return { received: items.length };
};

const readChannelSecret = async (channel: SigningChannel): Promise<ChannelSecret> => {
  const { success, data } = z.safeParse(channelSecret, parseJson(await readSecret(channel)));
  // The parser's own words would quote the secret in the log.
  if (!success) throw new Error(`The secret of ${channel} must be {"app_secrets":["…"],"verify_token":"…"}.`);
  return data;
};

/** The value, or nothing where there is no JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
