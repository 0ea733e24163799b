import { type Caller, type Rate, rateLimit } from '../../model/api-key.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { openWindow, type StoredApiKey, useApiKey } from '../../table/access/api-keys.ts';
import { hashOfKey, looksLikeKey } from './key-format.ts';

/** A good key within its rate, a good key over its rate, or no good key, whatever the reason. */
export type Admission =
  | { outcome: 'admitted'; caller: Caller; rate: Rate }
  | { outcome: 'limited'; rate: Rate }
  | { outcome: 'refused' };

/** Lets a request in: one write in the good case, two at the start of a window, none for an impossible key. */
export const admit = async (key: string): Promise<Admission> =>
  looksLikeKey(key) ? admitHash(hashOfKey(key)) : { outcome: 'refused' };

/** Opening a window can be lost to another request once per window; more tries than this mean something is wrong. */
const attemptsMax = 5;

const admitHash = async (sha256: string, attempt = 1): Promise<Admission> => {
  const nowMs = clock.now();
  const used = await useApiKey(sha256, nowMs, rateLimit.requestsMax);
  if (used.written) return admitted(used.apiKey);
  const { apiKey } = used;
  if (!apiKey || !isGood(apiKey, nowMs)) return { outcome: 'refused' };
  if (apiKey.window_ends_ms > nowMs) return { outcome: 'limited', rate: rateOf(apiKey) };
  const opened = await openWindow(apiKey, nowMs, rateLimit.windowMs);
  if (opened.written) return admitted(opened.apiKey);
  if (attempt === attemptsMax) throw new Error('The rate window of a key changed hands at every try.');
  return admitHash(sha256, attempt + 1);
};

const isGood = (apiKey: StoredApiKey, nowMs: number): boolean =>
  apiKey.state === 'active' && (apiKey.expires_at === undefined || apiKey.expires_at > isoTime(nowMs));

const admitted = (apiKey: StoredApiKey): Admission => ({
  outcome: 'admitted',
  caller: {
    workspaceId: apiKey.workspace_id,
    keyId: apiKey.id,
    scopes: apiKey.scopes,
    cursorSecret: apiKey.cursor_secret,
  },
  rate: rateOf(apiKey),
});

const rateOf = (apiKey: StoredApiKey): Rate => ({
  limit: rateLimit.requestsMax,
  remaining: rateLimit.requestsMax - apiKey.window_used,
  resetsAtMs: apiKey.window_ends_ms,
});
