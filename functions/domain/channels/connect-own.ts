import { ApiError } from '../../model/api-error.ts';
import { channelApiVersion, channelHosts } from '../../model/channels/account.ts';
import type {
  ConnectedChannel,
  NewMsgappAccount,
  NewSocialAccount,
  WebSecret,
} from '../../model/channels/connected-channel.ts';
import { findAccountFault } from '../../model/channels/health.ts';
import { quoteChannelError } from '../../model/messages/error.ts';
import type { SigningChannel } from '../../model/secret.ts';
import type { SecretRotation } from '../../model/webhooks/webhook.ts';
import { env } from '../../platform/env.ts';
import { sendRequest } from '../../platform/outbound/http.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { connectMsgapp, connectSocial, connectWeb } from './connect.ts';
import { getChannel } from './list-channels.ts';
import { buildRequest, type MsgappAccount } from './msgapp/account.ts';
import { readNumberDigits } from './msgapp/find-number.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from './msgapp/refusal.ts';

/**
 * Connects the account of a member, who unlike an operator must prove that the account is theirs and cannot choose the
 * channel's address.
 */
export const connectOwnMsgapp = async (
  workspaceId: string,
  { phone_number_id, waba_id, access_token, messages_per_second }: NewMsgappAccount,
): Promise<ConnectedChannel> => {
  const { msgapp_account: current } = await getStoredWorkspace(workspaceId);
  const place = current ?? defaultPlace('msgapp');
  const [number] = await verifyAccount(toEndpoint(place, access_token), [
    { name: 'phone number ID', path: `${phone_number_id}?fields=display_phone_number` },
    { name: 'business account ID', path: `${waba_id}/message_templates?fields=name&limit=1` },
  ]);
  const digits = readNumberDigits(number);
  await connectMsgapp(workspaceId, {
    phone_number_id,
    ...(digits === undefined ? {} : { phone_number: `+${digits}` }),
    waba_id,
    access_token,
    base_url: place.base_url,
    api_version: place.api_version,
    ...(messages_per_second === undefined ? {} : { messages_per_second }),
  });
  return getChannel(workspaceId, 'msgapp');
};

export const connectOwnSocial = async (
  workspaceId: string,
  { account_id, access_token }: NewSocialAccount,
): Promise<ConnectedChannel> => {
  const { social_account: current } = await getStoredWorkspace(workspaceId);
  const place = current ?? defaultPlace('social');
  await verifyAccount(toEndpoint(place, access_token), [{ name: 'account ID', path: `${account_id}?fields=id` }]);
  await connectSocial(workspaceId, {
    account_id,
    access_token,
    base_url: place.base_url,
    api_version: place.api_version,
  });
  return getChannel(workspaceId, 'social');
};

/** `id` is the same when a request is repeated, which then replaces the secret that nobody saw. */
export const connectOwnWeb = async (workspaceId: string, id: string): Promise<WebSecret> => {
  const { web_account: current } = await getStoredWorkspace(workspaceId);
  if (current && current.account_id !== id) {
    throw new ApiError('conflict', 'The web chat is already connected. To replace its secret, create a new one.');
  }
  return toWebSecret(await connectWeb(workspaceId, id));
};

export const createWebSecret = async (
  workspaceId: string,
  { overlap_hours }: SecretRotation = {},
): Promise<WebSecret> => {
  const { web_account: current } = await getStoredWorkspace(workspaceId);
  if (!current) throw new ApiError('conflict', 'The web chat is not connected. Connect it to get a secret.');
  return toWebSecret(await connectWeb(workspaceId, current.account_id, overlap_hours));
};

interface ChannelPlace {
  base_url: string;
  api_version: string;
}

/** On one machine the simulator plays all channels. */
const defaultPlace = (channel: SigningChannel): ChannelPlace => ({
  base_url: env.simulatorUrl() ?? channelHosts[channel],
  api_version: channelApiVersion,
});

const toEndpoint = ({ base_url, api_version }: ChannelPlace, accessToken: string) => ({
  baseUrl: base_url,
  apiVersion: api_version,
  accessToken,
});

const toWebSecret = ({ account_id, secret }: WebSecret): WebSecret => ({ account_id, secret });

type ChannelEndpoint = Pick<MsgappAccount, 'baseUrl' | 'apiVersion' | 'accessToken'>;

interface AccountPart {
  /** The name of what the person entered, such as "phone number ID". */
  name: string;
  path: string;
}

const timeoutMs = 8_000;

/**
 * Proves that the token may read each part at the channel. Without it, a member could connect somebody else's account
 * and receive what its customers write.
 */
const verifyAccount = (endpoint: ChannelEndpoint, parts: readonly AccountPart[]): Promise<unknown[]> =>
  Promise.all(parts.map((part) => verifyPart(endpoint, part)));

/** Returns the channel's answer. */
const verifyPart = async (endpoint: ChannelEndpoint, { name, path }: AccountPart): Promise<unknown> => {
  const result = await sendRequest({ ...buildRequest(endpoint, 'GET', path), timeoutMs });
  if (result.outcome === 'failed') {
    throw new ApiError('platform_error', 'The channel could not be reached, so nothing was changed. Try again later.');
  }
  const json = parseJson(result.body.toString());
  if (result.status === 200) return json;
  throw refusedPart(name, findRefusal(result, json, endpoint.accessToken) ?? refusalFromStatus(result));
};

const refusedPart = (name: string, refusal: ChannelRefusal): ApiError => {
  const words = quoteChannelError(refusal).replace(/\.?$/, '.');
  return findAccountFault(refusal.code) === 'token'
    ? new ApiError('bad_request', `The channel does not accept the access token: ${words} Create a new one there.`)
    : new ApiError(
        'bad_request',
        `The access token cannot read the ${name}: ${words} Check the ${name}, and that the token has access to it.`,
      );
};
