import { ApiError, notFound } from '../../model/api-error.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import {
  describeMissing,
  fillParams,
  findMissingField,
  listContactFields,
  pickContactValues,
} from '../../model/contacts/values.ts';
import type { OutgoingMessage } from '../../model/messages/outgoing-message.ts';
import { areShort, type TemplateChoice, tooLongError } from '../../model/templates/template.ts';
import type { TransactionPart } from '../../table/dynamodb/write.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { putSend } from '../../table/messages/sends.ts';
import { getSendingAccount, type SendingAccount } from '../channels/accounts.ts';
import type { NoteHealth } from '../channels/health.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import type { TemplateSource } from '../channels/msgapp/list-templates.ts';
import { buildMessageBody, type MessageBody } from '../channels/msgapp/message-body.ts';
import { platformError } from '../channels/platform-error.ts';
import { checkQuota, checkSubscription, planLimitReached } from '../workspaces/message-quota.ts';
import { type FittedContent, fitContent, fitFallback } from './content.ts';
import { newOutboundMessage, resolveRecipient } from './outbound-message.ts';
import { isReplyWindowClosed, replyWindowClosedError } from './reply-window.ts';
import { loadSendContext, type SendContext } from './send-context.ts';

export interface SendRequest {
  workspaceId: string;
  id: string;
  outgoing: OutgoingMessage;
  /** Written with the message. */
  related?: TransactionPart[];
}

export interface PreparedSend {
  message: StoredMessage;
  /** It is undefined if an earlier attempt has stored the message: the channel is not called again. */
  channelRequest: ChannelRequest | undefined;
}

export interface ChannelRequest extends ContentRequest {
  account: MsgappAccount;
  noteHealth: NoteHealth;
  /** It is undefined if there is none, or if it is what `body` sends. */
  fallback: ContentRequest | undefined;
}

export interface ContentRequest extends Pick<FittedContent, 'messageFields' | 'template'> {
  body: MessageBody;
}

/**
 * Stores the message as `sending` and consumes quota, or throws and changes nothing. Returns `'conflict'` if another
 * writer was first over the contact or its conversation.
 */
export const prepareSend = async (request: SendRequest): Promise<PreparedSend | 'conflict'> => {
  const { workspaceId, id, outgoing } = request;
  const context = await loadSendContext(workspaceId, id, outgoing);
  if (context.storedMessage) return { message: context.storedMessage, channelRequest: undefined };
  const { account, noteHealth, replyToChannelMessageId } = await checkSend(context, outgoing);
  const { content, fallback } = await fitContents(workspaceId, account, context, fillValues(context, outgoing));
  const recipient = resolveRecipient(context.phone, context, outgoing.name);
  const message = {
    ...newOutboundMessage(
      { workspaceId, id, senderType: 'agent', reply: outgoing.reply },
      recipient,
      content.messageFields,
    ),
    reply_to_message_id: outgoing.replyToMessageId ?? null,
    ...toQuotaFields(context, outgoing),
    ...(fallback?.template && { fallback: { to: context.phone, template: fallback.template } }),
  };
  const limit = context.workspace.messages_per_month;
  const outcome = await putSend({ message, limit, usage: context.usage, recipient, related: request.related });
  if (outcome === 'quota_exceeded') throw planLimitReached(limit);
  if (outcome === 'conflict') return 'conflict';
  const envelope = { to: context.phone, message, replyToChannelMessageId };
  const toRequest = ({ channelContent, ...fitted }: FittedContent): ContentRequest => ({
    ...fitted,
    body: buildMessageBody(envelope, channelContent),
  });
  const channelRequest = { account, noteHealth, ...toRequest(content), fallback: fallback && toRequest(fallback) };
  return { message, channelRequest };
};

/** A late fallback was filled with its message. A second time, text of the contact could name a field. */
const fillValues = ({ phone, contact }: SendContext, outgoing: OutgoingMessage): OutgoingMessage => {
  const { content, fallbackTemplate, name, fallbackFor } = outgoing;
  if (fallbackFor) return outgoing;
  const known = { ...contact, phone, ...(name !== undefined && { name }) };
  if (content.type !== 'template') {
    const filled = fallbackTemplate && fillTemplate(fallbackTemplate, known, 'fallback_template.params');
    return { ...outgoing, fallbackTemplate: filled };
  }
  return { ...outgoing, content: { ...content, template: fillTemplate(content.template, known, 'template.params') } };
};

const fillTemplate = (
  { params, ...template }: TemplateChoice,
  contact: Partial<StoredContact>,
  path: string,
): TemplateChoice => {
  if (!params) return template;
  const values = pickContactValues(contact, listContactFields([params]));
  const missing = findMissingField(params, values);
  if (missing) throw new ApiError('template_malformed', `"${path}": ${describeMissing(missing)}`);
  const filled = fillParams(params, values);
  if (!areShort(filled))
    throw new ApiError('bad_request', `"${path}" ${tooLongError}, with the values of the contact.`);
  return { ...template, params: filled };
};

/** The message that failed was counted, so its fallback is not. */
const toQuotaFields = ({ quotaDay }: SendContext, { fallbackFor }: OutgoingMessage): Partial<StoredMessage> =>
  fallbackFor === undefined
    ? { quota_month: quotaDay.month, quota_day: quotaDay.day }
    : { fallback_used: true, fallback_for_message_id: fallbackFor.messageId };

interface FittedContents {
  content: FittedContent;
  fallback: FittedContent | undefined;
}

/** The fallback is fitted even if it is not needed, so that a faulty one is an error of every send. */
const fitContents = async (
  workspaceId: string,
  source: TemplateSource,
  { template: stored, conversation }: SendContext,
  { content, fallbackTemplate, fallbackFor }: OutgoingMessage,
): Promise<FittedContents> => {
  if (!fallbackTemplate) {
    const isFallback = fallbackFor !== undefined;
    return { content: await fitContent(workspaceId, source, content, stored, isFallback), fallback: undefined };
  }
  const fallback = withReplaced(await fitFallback(workspaceId, source, fallbackTemplate, stored), content);
  if (isReplyWindowClosed(conversation)) return { content: fallback, fallback: undefined };
  return { content: await fitContent(workspaceId, source, content, undefined), fallback };
};

const withReplaced = (fallback: FittedContent, content: OutgoingMessage['content']): FittedContent =>
  'text' in content && content.text
    ? { ...fallback, messageFields: { ...fallback.messageFields, replaced_text: content.text } }
    : fallback;

interface CheckedSend extends SendingAccount {
  replyToChannelMessageId: string | undefined;
}

const checkSend = async (
  context: SendContext,
  { content, fallbackTemplate, fallbackFor, replyToMessageId, reply }: OutgoingMessage,
): Promise<CheckedSend> => {
  // Without that conversation, the contact was erased since: the message would bring it back.
  const expectedId = (fallbackFor ?? reply)?.conversationId;
  if (expectedId !== undefined && context.conversation?.id !== expectedId) throw notFound('conversation');
  const replyToChannelMessageId = replyToMessageId === undefined ? undefined : getRepliedToChannelId(context);
  const sender = await getSendingAccount(context.workspace);
  if (fallbackFor === undefined) checkQuota(context.workspace, context.usage.messagesUsed);
  else checkSubscription(context.workspace);
  const needsWindow = content.type !== 'template' && !fallbackTemplate;
  if (needsWindow && isReplyWindowClosed(context.conversation)) throw platformError(replyWindowClosedError);
  return { ...sender, replyToChannelMessageId };
};

export const getRepliedToChannelId = ({ repliedTo }: Pick<SendContext, 'repliedTo'>): string => {
  if (!repliedTo) {
    throw new ApiError(
      'bad_request',
      '"reply_to_message_id" is not a message of this conversation. Use the id of one that is.',
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
