import { ApiError, notFound } from '../../model/api-error.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { FreeFormContent, OutgoingReply, ReplySender } from '../../model/messages/outgoing-message.ts';
import { clock } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findUserId } from '../../table/channels/users.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { answerParts, type Taking } from '../../table/conversations/conversation-writes.ts';
import { notedPart } from '../../table/conversations/notes.ts';
import type { TransactionPart } from '../../table/dynamodb/write.ts';
import { findNewestSent, type StoredMessage } from '../../table/messages/messages.ts';
import {
  type ConversationLookup,
  findSendConversation,
  findSendInputs,
  putSend,
  type SendRecipient,
} from '../../table/messages/sends.ts';
import { type MonthUsage, settleUsage } from '../../table/workspaces/usage-shares.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptSocialConnection } from '../channels/accounts.ts';
import { socialWindowClosedError } from '../channels/msgapp/refusal.ts';
import { platformError } from '../channels/platform-error.ts';
import { buildSocialBody, findUnsendable, sendToSocial } from '../channels/social/send.ts';
import { checkQuota, checkSubscription, planLimitReached, quotaDayAt, toMonth } from '../workspaces/message-quota.ts';
import { toMessageFields } from './content.ts';
import { markSent } from './mark-sent.ts';
import { newOutboundMessage } from './outbound-message.ts';
import { getRepliedToChannelId, prepareSend } from './prepare-send.ts';
import { humanAgentExtraMs, isReplyWindowClosed } from './reply-window.ts';
import { sendPrepared } from './send-message.ts';
import { settleSend } from './send-outcome.ts';

interface ReplyRequest {
  id: string;
  conversationId: string;
  outgoing: OutgoingReply;
  sender: ReplySender;
  take?: (conversation: StoredConversation) => Taking | undefined;
  /** Copies the file of the message, once nothing refuses it and before the channel is called. */
  attach?: (() => Promise<void>) | undefined;
}

/** Answers a conversation on its own channel, idempotently and with the guarantees of `sendMessage`. */
export const reply = async (workspaceId: string, request: ReplyRequest): Promise<StoredMessage> => {
  const finish = await retryOnConflict(() => prepareReply(workspaceId, request));
  await request.attach?.();
  return finish();
};

/** The rest of the work once the message is stored, or once an earlier attempt is found. */
type Finish = () => Promise<StoredMessage>;

const prepareReply = async (workspaceId: string, request: ReplyRequest): Promise<Finish | 'conflict'> => {
  const { id, conversationId, outgoing, sender } = request;
  const { seenMessageId, link, ...message } = outgoing;
  const query = { conversationId, messageId: id, replyToMessageId: message.replyToMessageId, contactId: undefined };
  const lookup = await findSendConversation(workspaceId, query);
  const { conversation, storedMessage } = lookup;
  if (!conversation) throw notFound('conversation');
  if (storedMessage) return async () => (storedMessage.channel === 'web' ? showOnWeb(storedMessage) : storedMessage);
  if (link && conversation.channel !== 'web')
    throw unsendable(`"link" must be left out on ${conversation.channel}. Only the web chat shows it.`);
  if (seenMessageId !== undefined) await checkNothingNewer(conversationId, seenMessageId, sender);
  // The write expects the conversation from before the check: if a colleague has answered or taken it since, it fails
  // and all is repeated.
  const answerId = seenMessageId === undefined ? undefined : id;
  const related =
    sender.type === 'away'
      ? [notedPart(workspaceId, conversationId, id.slice(-12))]
      : answerParts(workspaceId, conversation, answerId, request.take?.(conversation));
  if (conversation.channel !== 'msgapp') return prepareOther(workspaceId, request, lookup, conversation, related);
  const { phone: to } = conversation.contact;
  if (to === null)
    throw new ApiError('bad_request', 'The channel hides the number of this contact. Add it to the contact.');
  const answer = { ...message, to, name: undefined, reply: { conversationId, sender } };
  const prepared = await prepareSend({ workspaceId, id, outgoing: answer, related });
  return prepared === 'conflict' ? prepared : () => sendPrepared(prepared);
};

const checkNothingNewer = async (conversationId: string, seenId: string, sender: ReplySender): Promise<void> => {
  const newest = await findNewestSent(conversationId);
  if (!newest || newest.id <= seenId) return;
  throw new ApiError(
    sender.type === 'member' ? 'conflict' : 'bad_request',
    `Message ${newest.id} was sent after "seen_message_id", so this reply was not. Read it, then reply with its id.`,
    { headers: { 'X-Newer-Message-Id': newest.id } },
  );
};

/** The site's server reads it, so there is nothing to call and nothing that could be lost. */
const showOnWeb = async (message: StoredMessage): Promise<StoredMessage> =>
  message.status === 'sending' ? markSent(message, message.id) : message;

/** A reply that is allowed as far as every channel is concerned, and what the channels need to decide on it. */
interface Draft {
  message: StoredMessage;
  content: FreeFormContent;
  sender: ReplySender;
  recipient: SendRecipient;
  workspace: StoredWorkspace;
  usage: MonthUsage;
  contact: StoredContact;
  related: TransactionPart[];
}

const prepareOther = async (
  workspaceId: string,
  { id, conversationId, outgoing, sender }: ReplyRequest,
  lookup: ConversationLookup,
  conversation: StoredConversation,
  related: TransactionPart[],
): Promise<Finish | 'conflict'> => {
  const content = requireSendable(conversation, outgoing);
  if (outgoing.replyToMessageId !== undefined) getRepliedToChannelId(lookup);
  const month = toMonth(clock.now());
  const [{ workspace, usage: item }, contact] = await Promise.all([
    findSendInputs(workspaceId, { month, template: undefined }),
    findContact(workspaceId, conversation.contact_id),
  ]);
  if (!workspace || !contact) throw notFound('conversation');
  const usage = await settleUsage({ workspaceId, month, limit: workspace.messages_per_month }, item);
  const identity = { workspaceId, id, senderType: 'agent' as const, reply: { conversationId, sender } };
  const recipient = { kind: 'existing_conversation' as const, conversation };
  const message = {
    ...newOutboundMessage(identity, recipient, toMessageFields(content)),
    reply_to_message_id: outgoing.replyToMessageId ?? null,
    ...(outgoing.link && { link: outgoing.link }),
  };
  const draft = { message, content, sender, recipient, workspace, usage, contact, related };
  return conversation.channel === 'web' ? storeForWeb(draft) : storeForSocial(draft);
};

const storeForWeb = async ({ message, recipient, workspace, usage, related }: Draft): Promise<Finish | 'conflict'> => {
  if (!workspace.web_account) throw notConnected('web chat');
  checkSubscription(workspace);
  const outcome = await putSend({ message, limit: null, usage, recipient, related });
  return outcome === 'stored' ? () => showOnWeb(message) : 'conflict';
};

const storeForSocial = async (draft: Draft): Promise<Finish | 'conflict'> => {
  const { content, sender, recipient, workspace, usage, contact, related } = draft;
  const account = await decryptSocialConnection(workspace);
  const userId = findUserId(contact, 'social');
  if (!account || userId === undefined) throw notConnected('social account');
  checkQuota(workspace, usage.messagesUsed);
  const [isMember, isClosed] = [sender.type === 'member', isReplyWindowClosed(recipient.conversation)];
  if (isClosed && (!isMember || isReplyWindowClosed(recipient.conversation, humanAgentExtraMs))) {
    throw platformError(socialWindowClosedError);
  }
  const { month: quota_month, day: quota_day } = quotaDayAt(clock.now());
  const message: StoredMessage = { ...draft.message, quota_month, quota_day };
  const limit = workspace.messages_per_month;
  const outcome = await putSend({ message, limit, usage, recipient, related });
  if (outcome === 'quota_exceeded') throw planLimitReached(limit);
  if (outcome === 'conflict') return 'conflict';
  const body = buildSocialBody({ userId, message, isHumanAgent: isClosed }, content);
  return async () =>
    settleSend(message, { to: userId, template: undefined }, await sendToSocial(account, body), account.noteHealth);
};

const requireSendable = (
  { channel }: StoredConversation,
  { content, fallbackTemplate }: OutgoingReply,
): FreeFormContent => {
  if (fallbackTemplate) throw unsendable(`"fallback_template" must be left out on ${channel}, which has no templates.`);
  if (content.type === 'template') {
    throw unsendable(`"type" must not be template on ${channel}, which has none. Use text or a file.`);
  }
  const fault = channel === 'social' ? findUnsendable(content) : undefined;
  if (fault !== undefined) throw unsendable(fault);
  return content;
};

const unsendable = (fault: string): ApiError => new ApiError('bad_request', fault);

const notConnected = (account: string): ApiError =>
  new ApiError('bad_request', `This workspace has no ${account}. Connect one in the dashboard, under Channels.`);
