import { isNewestMessage } from '../../model/conversations/conversation.ts';
import type { InboundDeletion, InboundEdit } from '../../model/inbound/inbound.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findMessageByChannelId, type StoredMessage, updateMessage } from '../../table/messages/messages.ts';

/** Returns false when the message is not stored yet. */
export const applyDeletion = (workspaceId: string, { channel, channelMessageId, at }: InboundDeletion) =>
  applyMessageChange(workspaceId, { channel, channelMessageId }, ({ deleted_at }) =>
    deleted_at === null ? { fields: { deleted_at: at }, lastMessageText: null } : undefined,
  );

/** A later edit wins, whatever the order of arrival. False when the message is not stored yet. */
export const applyEdit = (workspaceId: string, { channel, channelMessageId, at, text }: InboundEdit) =>
  applyMessageChange(workspaceId, { channel, channelMessageId }, ({ edited_at, direction }) =>
    direction === 'inbound' && text !== null && (edited_at === undefined || edited_at < at)
      ? { fields: { content_text: text, edited_at: at }, lastMessageText: text }
      : undefined,
  );

interface MessageChange {
  fields: Partial<StoredMessage>;
  lastMessageText: string | null;
}

const applyMessageChange = (
  workspaceId: string,
  { channel, channelMessageId }: Pick<InboundDeletion, 'channel' | 'channelMessageId'>,
  decideChange: (message: StoredMessage) => MessageChange | undefined,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const message = await findMessageByChannelId(workspaceId, channel, channelMessageId);
    const change = message && decideChange(message);
    if (!message || !change) return message !== undefined;
    const conversation = await findConversation(workspaceId, message.conversation_id);
    const shown = conversation && {
      lastText: isNewestMessage(conversation, message) ? change.lastMessageText : undefined,
    };
    return (await updateMessage(message, change.fields, shown)) || 'conflict';
  });
