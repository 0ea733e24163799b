import { randomUUID } from 'node:crypto';
import type { InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';

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

/** A text of a customer, as the table stores it. */
export const newStoredMessage = (fields: Partial<StoredMessage>): StoredMessage => {
  const id = newId();
  return {
    id,
    workspace_id: newId(),
    contact_id: newId(),
    conversation_id: newId(),
    channel: 'msgapp',
    channel_message_id: `wamid.${id}`,
    direction: 'inbound',
    sender_type: 'customer',
    content_type: 'text',
    content_text: 'Hi',
    media_url: null,
    template_name: null,
    status: 'delivered',
    reply_to_message_id: null,
    interactive_reply_id: null,
    deleted_at: null,
    created_at: isoTime(Date.now()),
    ...fields,
  };
};
