import { ApiError } from '../../model/api-error.ts';
import { findAccountFault } from '../../model/channels/health.ts';
import { quoteChannelError } from '../../model/messages/error.ts';
import { sendRequest } from '../../platform/outbound/http.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { buildRequest, type MsgappAccount } from './msgapp/account.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from './msgapp/refusal.ts';

export type ChannelEndpoint = Pick<MsgappAccount, 'baseUrl' | 'apiVersion' | 'accessToken'>;

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
export const verifyAccount = async (endpoint: ChannelEndpoint, parts: readonly AccountPart[]): Promise<void> => {
  await Promise.all(parts.map((part) => verifyPart(endpoint, part)));
};

const verifyPart = async (endpoint: ChannelEndpoint, { name, path }: AccountPart): Promise<void> => {
  const result = await sendRequest({ ...buildRequest(endpoint, 'GET', path), timeoutMs });
  if (result.outcome === 'failed') {
    throw new ApiError('platform_error', 'The channel could not be reached, so nothing was changed. Try again later.');
  }
  if (result.status === 200) return;
  const json = parseJson(result.body.toString());
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
