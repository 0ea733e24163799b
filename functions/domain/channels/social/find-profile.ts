import type { SocialConnection } from '../../../model/channels/account.ts';
import { sendRequest } from '../../../platform/outbound/http.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { channelUrl } from '../channel-url.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from '../msgapp/refusal.ts';
import { readPath, readText } from '../untrusted-json.ts';

export interface SocialProfile {
  name: string | null;
  username: string | null;
  pictureUrl: string | null;
}

const bodyBytesMax = 64 * 1024;

export type ProfileOutcome =
  | { outcome: 'accepted'; profile: SocialProfile }
  | ChannelRefusal
  | { outcome: 'unreachable' };

/** Webhooks carry only ids. */
export const findProfile = async (
  { base_url, api_version, access_token }: SocialConnection,
  userId: string,
  timeoutMs: number,
): Promise<ProfileOutcome> => {
  const url = new URL(channelUrl(base_url, api_version, encodeURIComponent(userId)));
  url.searchParams.set('fields', 'name,username,profile_pic');
  const headers = { Authorization: `Bearer ${access_token}`, Accept: 'application/json' };
  const result = await sendRequest({ method: 'GET', url, headers, timeoutMs, bodyBytesMax });
  if (result.outcome === 'failed') return { outcome: 'unreachable' };
  const json = parseJson(result.body.toString());
  if (result.status !== 200) return findRefusal(result, json, access_token) ?? refusalFromStatus(result);
  return { outcome: 'accepted', profile: readProfile(json) };
};

const readProfile = (json: unknown): SocialProfile => ({
  name: readText(readPath(json, 'name')),
  username: readText(readPath(json, 'username')),
  pictureUrl: readText(readPath(json, 'profile_pic')),
});
