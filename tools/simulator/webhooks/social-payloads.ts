import { randomBytes } from 'node:crypto';
import type { SocialAccount } from '../accounts.ts';
import { type JsonObject, objectOrEmpty } from '../json.ts';
import type { SentMessage } from '../simulation.ts';
import { defaultText, type HubPayload, type InboundMessage } from './channel-event.ts';

export const buildSocialInbound = (
  account: SocialAccount,
  inbound: InboundMessage,
): { id: string; payload: HubPayload } => {
  const { type, replyTo, messageId, from, timeMs, wire } = inbound;
  // An event about an earlier message has that message's id.
  const id = messageId ?? (targetsEarlierMessage(type) && replyTo ? replyTo : newMid());
  const event = buildEvent(inbound, id);
  return { id, payload: buildSocialPayload(account, from, timeMs, { ...event, ...wire }, type === 'echo') };
};

const targetsEarlierMessage = (type: string): boolean => ['reaction', 'read', 'edit', 'deleted'].includes(type);

const buildEvent = (inbound: InboundMessage, mid: string): JsonObject => {
  const { type, text = defaultText } = inbound;
  if (type === 'reaction') return { reaction: { mid, action: 'react', reaction: 'love', emoji: '\u2764\ufe0f' } };
  if (type === 'read') return { read: { mid } };
  if (type === 'edit') return { message_edit: { mid, text, num_edit: '1' } };
  return { message: { mid, ...buildMessage(inbound, text) } };
};

const buildMessage = ({ type, text, content, replyTo, media }: InboundMessage, textOrDefault: string): JsonObject => {
  const quote = replyTo === undefined || type === 'deleted' ? {} : { reply_to: { mid: replyTo } };
  if (type === 'deleted') return { is_deleted: true };
  if (type === 'unsupported') return { is_unsupported: true };
  if (type === 'echo') return { text: textOrDefault, is_echo: true };
  if (type === 'text') return { text: textOrDefault, ...quote };
  const attachment = { type, payload: content ?? { url: media?.url } };
  return { ...(text === undefined ? {} : { text }), attachments: [attachment], ...quote };
};

/** The channel has no receipt for `sent`: it echoes the message, with what the sender added for itself. */
export const buildSocialReceipt = (
  account: SocialAccount,
  { id: mid, customerId, body }: Pick<SentMessage, 'id' | 'customerId' | 'body'>,
  status: string,
  timeMs: number,
): HubPayload => {
  const echo = { message: { mid, ...objectOrEmpty(body['message']), is_echo: true } };
  const receipt = status === 'delivered' ? { delivery: { mids: [mid], watermark: timeMs } } : { read: { mid } };
  return buildSocialPayload(account, customerId, timeMs, status === 'sent' ? echo : receipt, status === 'sent');
};

/** Times are in milliseconds on this channel. */
const buildSocialPayload = (
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
