import type { InboundItem, InboundStatus } from '../../../model/inbound.ts';
import { type JsonObject, readArray, readId, readText, readTime } from '../untrusted-json.ts';
import { readChannelError } from './channel-error.ts';

/** Whoever played a voice message has seen it. The channel adds states as it likes: others than these are left out. */
const statuses = new Map<unknown, InboundStatus['status']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

export const readStatus = (accountId: string, raw: JsonObject): InboundItem[] => {
  const channelMessageId = readId(raw['id']);
  if (channelMessageId === null) return [];
  const event = { channel: 'msgapp', accountId, channelMessageId, at: readTime(raw['timestamp']) } as const;
  if (raw['status'] === 'deleted') return [{ kind: 'deleted', ...event }];
  const status = statuses.get(raw['status']);
  if (!status) return [];
  const [error] = readArray(raw['errors']);
  return [
    {
      kind: 'status',
      ...event,
      status,
      ourMessageId: readText(raw['biz_opaque_callback_data']),
      error: error === undefined ? null : readChannelError(error),
    },
  ];
};
