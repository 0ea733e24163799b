import type { SocialConnection } from '../../../model/channel-account.ts';
import { sendRequest } from '../../../platform/outbound-http.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { channelUrl } from '../channel-url.ts';
import { readPath, readText } from '../untrusted-json.ts';

export interface SocialProfile {
  name: string | null;
  username: string | null;
  pictureUrl: string | null;
}

const bodyBytesMax = 64 * 1024;

/** Webhooks carry only ids. Undefined when the network refuses or times out: storing the message matters more. */
export const findProfile = async (
  { base_url, api_version, access_token }: SocialConnection,
  userId: string,
  timeoutMs: number,
): Promise<SocialProfile | undefined> => {
  const url = new URL(channelUrl(base_url, api_version, encodeURIComponent(userId)));
  url.searchParams.set('fields', 'name,username,profile_pic');
  const headers = { Authorization: `Bearer ${access_token}`, Accept: 'application/json' };
  const result = await sendRequest({ method: 'GET', url, headers, timeoutMs, bodyBytesMax });
  if (result.outcome === 'failed' || result.status !== 200) return undefined;
  const profile = parseJson(result.body.toString());
  return {
    name: readText(readPath(profile, 'name')),
    username: readText(readPath(profile, 'username')),
    pictureUrl: readText(readPath(profile, 'profile_pic')),
  };
};
