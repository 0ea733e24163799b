import { ApiError } from '../../model/api-error.ts';
import { formatChannelError } from '../../model/message.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredConversation } from '../../table/conversations/conversations.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import type { TemplateSource } from '../channels/msgapp/list-templates.ts';
import { checkQuota } from '../workspaces/message-quota.ts';
import type { SendContext } from './send-context.ts';

/** What a send needs once nothing stands against it. */
export interface CheckedSend {
  account: MsgappAccount & TemplateSource;
  replyToChannelMessageId: string | undefined;
}

/** Refuses a send before anything is stored, spent or sent. */
export const checkSend = async (
  context: SendContext,
  { content, replyToMessageId }: OutgoingMessage,
): Promise<CheckedSend> => {
  const replyToChannelMessageId = getReplyToChannelMessageId(context, replyToMessageId);
  const account = await decryptMsgappAccount(context.workspace);
  checkQuota(context.workspace, context.messagesUsed);
  if (content.type !== 'template') checkReplyWindow(context.conversation);
  return { account, replyToChannelMessageId };
};

/** The channel's id of the message that is quoted. */
const getReplyToChannelMessageId = (
  { repliedTo }: SendContext,
  replyToMessageId: string | undefined,
): string | undefined => {
  if (replyToMessageId === undefined) return undefined;
  if (!repliedTo) {
    throw new ApiError('bad_request', '"reply_to_message_id" must be a message of the conversation with this number.');
  }
  if (repliedTo.channel_message_id === null) {
    throw new ApiError('bad_request', 'The message in "reply_to_message_id" did not reach the channel: quote another.');
  }
  return repliedTo.channel_message_id;
};

const replyWindowMs = 24 * 60 * 60 * 1000;

/** Only a window that is known to be closed is: as long as the customer was not seen to write, the channel decides. */
const checkReplyWindow = (conversation: StoredConversation | undefined): void => {
  const { last_inbound_at: lastInboundAt = null } = conversation ?? {};
  if (lastInboundAt === null || clock.now() - Date.parse(lastInboundAt) <= replyWindowMs) return;
  throw new ApiError(
    'platform_error',
    `${formatChannelError(replyWindowClosedError)} Send an approved template (type: template) instead.`,
  );
};

/** The channel's own words, which it would give only after it had accepted the message. */
const replyWindowClosedError = {
  code: 131047,
  message: '(#131047) Re-engagement message',
  details:
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
};
