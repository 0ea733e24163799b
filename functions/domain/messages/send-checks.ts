import { Failure } from '../../model/api-error.ts';
import { quote } from '../../model/message.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredConversation } from '../../table/conversations/conversations.ts';
import { msgappAccountOf } from '../channels/accounts.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import type { TemplateSource } from '../channels/msgapp/list-templates.ts';
import { checkQuota } from '../workspaces/message-quota.ts';
import type { SendGround } from './send-context.ts';

/** What a send needs once nothing stands against it. */
export interface Clearance {
  account: MsgappAccount & TemplateSource;
  replyToChannelMessageId: string | undefined;
}

/** Refuses a send before anything is stored, spent or sent. */
export const clearSend = async (
  ground: SendGround,
  { content, replyToMessageId }: OutgoingMessage,
): Promise<Clearance> => {
  const replyToChannelMessageId = quotedId(ground, replyToMessageId);
  const account = await msgappAccountOf(ground.workspace);
  checkQuota(ground.workspace, ground.spent);
  if (content.type !== 'template') checkWindow(ground.conversation);
  return { account, replyToChannelMessageId };
};

/** The channel's id of the message that is quoted. */
const quotedId = ({ repliedTo }: SendGround, replyToMessageId: string | undefined): string | undefined => {
  if (replyToMessageId === undefined) return undefined;
  if (!repliedTo) {
    throw new Failure('bad_request', '"reply_to_message_id" must be a message of the conversation with this number.');
  }
  if (repliedTo.channel_message_id === null) {
    throw new Failure('bad_request', 'The message in "reply_to_message_id" did not reach the channel: quote another.');
  }
  return repliedTo.channel_message_id;
};

const windowMs = 24 * 60 * 60 * 1000;

/** Only a window that is known to be closed is: as long as the customer was not seen to write, the channel decides. */
const checkWindow = (conversation: StoredConversation | undefined): void => {
  const { last_inbound_at: lastInboundAt = null } = conversation ?? {};
  if (lastInboundAt === null || clock.now() - Date.parse(lastInboundAt) <= windowMs) return;
  throw new Failure('platform_error', `${quote(windowClosed)} Send an approved template (type: template) instead.`);
};

/** The channel's own words, which it would give only after it had accepted the message. */
const windowClosed = {
  code: 131047,
  message: '(#131047) Re-engagement message',
  details:
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
};
