import { randomUUID } from 'node:crypto';
import type { InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';

export const newInboundText = (accountId: string, phone: string, text: string): InboundMessage => ({
  kind: 'message',
  channel: 'msgapp',
  accountId,
  channelMessageId: `wamid.${randomUUID()}`,
  from: { phone, channelUserId: null, name: null },
  sentAt: isoTime(Date.now()),
  contentType: 'text',
  text,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
});
