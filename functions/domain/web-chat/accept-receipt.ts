import type { InboundStatus } from '../../model/inbound/inbound.ts';
import { conversationPage } from '../../model/web-chat/conversation.ts';
import type { KnownVisitor } from '../../model/web-chat/visitor.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { queryMessages, type StoredMessage } from '../../table/messages/messages.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { enqueueInbound } from '../inbound/queue.ts';

interface Receipt {
  message_id: string;
  status: 'delivered' | 'read';
}

/** Whoever has seen a message has seen those before it. Only messages of the visitor's own conversation count. */
export const acceptReceipt = async (caller: KnownVisitor, receipt: Receipt): Promise<{ received: number }> => {
  const { site, visitor } = caller;
  const pointer = await findVisitorPointer(site.workspaceId, visitor.visitor_id, 'eventual');
  if (pointer?.conversationId === undefined) return { received: 0 };
  const page = { limit: conversationPage.messagesDefault, after: undefined };
  const { items } = await queryMessages(pointer.conversationId, page);
  const unreported = items.filter((message) => concerns(receipt, message));
  if (unreported.length > 0) await enqueueInbound(unreported.map(({ id }) => toStatus(caller, id, receipt.status)));
  return { received: 1 };
};

const concerns = ({ message_id, status }: Receipt, message: StoredMessage): boolean => {
  const { id, direction, read_at, delivered_at, channel_message_id } = message;
  if (direction !== 'outbound' || id > message_id || channel_message_id === null) return false;
  return read_at === undefined && (status === 'read' || delivered_at === undefined);
};

/** The id of a message to the web is our own. */
const toStatus = ({ site }: KnownVisitor, channelMessageId: string, status: Receipt['status']): InboundStatus => ({
  kind: 'status',
  channel: 'web',
  accountId: site.accountId,
  channelMessageId,
  status,
  at: isoTime(clock.now()),
  ourConversationId: null,
  ourMessageId: null,
  error: null,
});
