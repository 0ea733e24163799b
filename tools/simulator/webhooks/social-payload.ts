import { randomBytes } from 'node:crypto';
import type { SocialAccount } from '../accounts.ts';
import type { JsonObject } from '../json.ts';
import type { HubPayload } from './channel-event.ts';

/** Times are in milliseconds on this channel. */
export const buildSocialPayload = (
  { id }: SocialAccount,
  customerId: string,
  timeMs: number,
  event: JsonObject,
  isEcho = false,
): HubPayload => {
  const [sender, recipient] = isEcho ? [id, customerId] : [customerId, id];
  return {
    object: 'instagram',
    entry: [
      {
        id,
        time: timeMs,
        messaging: [{ sender: { id: sender }, recipient: { id: recipient }, timestamp: timeMs, ...event }],
      },
    ],
  };
};

export const newMid = (): string => `aWdfZAG1faXRlbToxOk${randomBytes(90).toString('base64url')}ZDZD`;
