import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import { type ChannelSecret, channelSecret } from '../../model/channels/account.ts';
import type { InboundItem } from '../../model/inbound/inbound.ts';
import type { SigningChannel } from '../../model/secret.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { readSecret } from '../../platform/secrets.ts';
import { answerHubChallenge, verifyHubSignature } from '../../platform/signature.ts';
import { readMsgappWebhook } from '../channels/msgapp/read-webhook.ts';
import { readSocialWebhook } from '../channels/social/read-webhook.ts';
import { enqueueInbound } from './queue.ts';

const webhookReaders: Record<SigningChannel, (payload: unknown) => InboundItem[]> = {
  msgapp: readMsgappWebhook,
  social: readSocialWebhook,
};

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

/** Returns only after every item is queued: the channel does not send a webhook again that we answered with 200. */
export const acceptHubWebhook = async (
  channel: SigningChannel,
  { bytes, signature }: { bytes: Buffer; signature: string | undefined },
): Promise<{ received: number }> => {
  const { app_secrets } = await readChannelSecret(channel);
  if (!verifyHubSignature(bytes, signature, app_secrets)) {
    throw new ApiError('unauthorized', 'Sign the body in X-Hub-Signature-256 with an app secret of this channel.');
  }
  const payload = parseJson(bytes.toString());
  if (payload === undefined) throw new ApiError('bad_request', 'The body must be JSON.');
  const items = webhookReaders[channel](payload);
  await enqueueInbound(items);
  return { received: items.length };
};

const readChannelSecret = async (channel: SigningChannel): Promise<ChannelSecret> => {
  const { success, data } = z.safeParse(channelSecret, parseJson(await readSecret(channel)));
  // zod's own message would quote the secret in the log.
  if (!success) throw new Error(`The secret of ${channel} must be {"app_secrets":["…"],"verify_token":"…"}.`);
  return data;
};
