import type { SocialConnection } from '../../../model/channel-account.ts';
import { sendRequest } from '../../../platform/outbound-http.ts';
import { readPath, readText } from '../untrusted-json.ts';

/** Who wrote, as the network tells it; each part may be missing. */
export interface SocialProfile {
  name: string | null;
  username: string | null;
  pictureUrl: string | null;
}

const bodyBytesMax = 64 * 1024;

/**
 * Asks the network who is behind an id, since webhooks hold ids alone. The network may refuse or be slow: then nothing
 * is known, and the message is worth more than the name.
 */
export const findProfile = async (
  { base_url, api_version, access_token }: SocialConnection,
  userId: string,
  timeoutMs: number,
): Promise<SocialProfile | undefined> => {
  const url = new URL(`${base_url.replace(/\/+$/, '')}/${api_version}/${encodeURIComponent(userId)}`);
  url.searchParams.set('fields', 'name,username,profile_pic');
  const headers = { Authorization: `Bearer ${access_token}`, Accept: 'application/json' };
  const result = await sendRequest({ method: 'GET', url, headers, timeoutMs, bodyBytesMax });
  if (result.outcome === 'failed' || result.status !== 200) return undefined;
  const profile = parseJson(result.body);
  return {
    name: readText(readPath(profile, 'name')),
    username: readText(readPath(profile, 'username')),
    pictureUrl: readText(readPath(profile, 'profile_pic')),
  };
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
