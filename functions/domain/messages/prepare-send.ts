import { ApiError } from '../../model/api-error.ts';
import type { StoredConversation } from '../../model/conversation.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { putSend } from '../../table/messages/send-writes.ts';
import { getSendingAccount, type SendingAccount } from '../channels/accounts.ts';
import type { NoteHealth } from '../channels/health.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import { buildMessageBody, type MessageBody } from '../channels/msgapp/message-body.ts';
import { checkQuota, planLimitReached } from '../workspaces/message-quota.ts';
import { fitContent } from './content.ts';
import { newOutboundMessage, resolveRecipient } from './outbound-message.ts';
import { platformError } from './platform-error.ts';
import { loadSendContext, type SendContext } from './send-context.ts';

export interface SendRequest {
  workspaceId: string;
  id: string;
  outgoing: OutgoingMessage;
}

export interface PreparedSend {
  message: StoredMessage;
  /** Undefined if an earlier attempt has stored the message: the channel is not called again. */
  channelRequest: ChannelRequest | undefined;
}

export interface ChannelRequest {
  account: MsgappAccount;
  noteHealth: NoteHealth;
  body: MessageBody;
}

/**
 * Stores the message as `sending` and consumes quota, or throws and changes nothing. Returns undefined on a conflict
 * over the contact or its conversation.
 */
export const prepareSend = async (request: SendRequest): Promise<PreparedSend | 'conflict'> => {
  const { workspaceId, id, outgoing } = request;
  const context = await loadSendContext(workspaceId, id, outgoing);
  if (context.storedMessage) return { message: context.storedMessage, channelRequest: undefined };
  const { account, noteHealth, replyToChannelMessageId } = await checkSend(context, outgoing);
  const content = await fitContent(workspaceId, account, outgoing.content, context.template);
  const recipient = resolveRecipient(context.phone, context, outgoing.name);
  const message = {
    ...newOutboundMessage({ workspaceId, id, senderType: 'agent' }, recipient, content.messageFields),
    reply_to_message_id: outgoing.replyToMessageId ?? null,
    quota_month: context.quotaDay.month,
    quota_day: context.quotaDay.day,
  };
  const limit = context.workspace.messages_per_month;
  const outcome = await putSend({ message, limit, recipient });
  if (outcome === 'quota_exceeded') throw planLimitReached(limit);
  if (outcome === 'conflict') return 'conflict';
  const body = buildMessageBody({ to: context.phone, message, replyToChannelMessageId }, content.channelContent);
  return { message, channelRequest: { account, noteHealth, body } };
};

interface CheckedSend extends SendingAccount {
  replyToChannelMessageId: string | undefined;
}

const checkSend = async (
  context: SendContext,
  { content, replyToMessageId }: OutgoingMessage,
): Promise<CheckedSend> => {
  const replyToChannelMessageId = replyToMessageId === undefined ? undefined : getRepliedToChannelId(context);
  const sender = await getSendingAccount(context.workspace);
  checkQuota(context.workspace, context.messagesUsed);
  if (content.type !== 'template') checkReplyWindow(context.conversation);
  return { ...sender, replyToChannelMessageId };
};

const getRepliedToChannelId = ({ repliedTo }: SendContext): string => {
  if (!repliedTo) {
    throw new ApiError(
      'bad_request',
      '"reply_to_message_id" is not a message of the conversation with this number. Use the id of one that is.',
    );
  }
  if (repliedTo.channel_message_id === null) {
    throw new ApiError(
      'bad_request',
      '"reply_to_message_id" is a message that never reached the channel. Quote another message.',
    );
  }
  return repliedTo.channel_message_id;
};

const replyWindowMs = 24 * 60 * 60 * 1000;

/** Without a known inbound message the channel decides, because the customer may have written before we were connected. */
const checkReplyWindow = (conversation: StoredConversation | undefined): void => {
  const { last_inbound_at: lastInboundAt = null } = conversation ?? {};
  if (lastInboundAt === null || clock.now() - Date.parse(lastInboundAt) <= replyWindowMs) return;
  throw platformError(replyWindowClosedError);
};

/** The channel's own wording. It would report this only after it had accepted the message. */
const replyWindowClosedError = {
  code: 131047,
  message: '(#131047) Re-engagement message',
  details:
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
};
