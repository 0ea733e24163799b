import type { InboundItem, InboundStatus } from '../../../model/inbound.ts';
import { type Fields, idOf, listOf, textOf, timeOf } from '../untrusted-json.ts';
import { readChannelError } from './channel-error.ts';

/** Whoever played a voice message has seen it. The channel adds states as it likes: others than these are left out. */
const statuses = new Map<unknown, InboundStatus['status']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

export const readStatus = (accountId: string, raw: Fields): InboundItem[] => {
  const channelMessageId = idOf(raw['id']);
  if (channelMessageId === null) return [];
  const report = { channel: 'msgapp', accountId, channelMessageId, at: timeOf(raw['timestamp']) } as const;
  if (raw['status'] === 'deleted') return [{ kind: 'deleted', ...report }];
  const status = statuses.get(raw['status']);
  if (!status) return [];
  const [error] = listOf(raw['errors']);
  return [
    {
      kind: 'status',
      ...report,
      status,
      ourMessageId: textOf(raw['biz_opaque_callback_data']),
      error: error === undefined ? null : readChannelError(error),
    },
  ];
};
