import { ApiError, notFound } from '../../model/api-error.ts';
import type { MemberReply } from '../../model/conversations/answering.ts';
import type { ConversationStatus, StoredConversation } from '../../model/conversations/conversation.ts';
import type { InboxConversation } from '../../model/conversations/inbox.ts';
import type { MessageEntry } from '../../model/conversations/timeline.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { lengthsMax } from '../../model/messages/limits.ts';
import type { OutgoingContent } from '../../model/messages/outgoing-message.ts';
import type { TemplateChoice } from '../../model/templates/template.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import type { Taking } from '../../table/conversations/conversation-writes.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { newEntryPart } from '../../table/conversations/notes.ts';
import { newChange } from '../conversations/entries.ts';
import { workOn } from '../conversations/work-on.ts';
import { reply } from '../messages/reply.ts';
import { sendMessage } from '../messages/send-message.ts';
import { toReplyResult, toSendResult } from '../messages/send-outcome.ts';
import { loadEntryContext } from './entry-context.ts';
import { showConversations } from './show-conversation.ts';
import { showMessage } from './timeline.ts';
import { type AttachedUpload, readUpload } from './uploads.ts';
import { describeWork, toMemberAuthor } from './work.ts';

interface Reply {
  conversation: InboxConversation;
  entry: MessageEntry;
}

/**
 * Sends a member's reply once, assigns an unassigned conversation to the member, and then sets the status. A retry with
 * the same id completes what a crash interrupted.
 */
export const replyAs = async (
  caller: MemberCaller,
  conversationId: string,
  id: string,
  body: MemberReply,
): Promise<Reply> => {
  const { workspaceId, userId } = caller;
  let before: StoredConversation | undefined;
  const { content, attach } = await toContent(workspaceId, id, body);
  const message = await reply(workspaceId, {
    id,
    conversationId,
    outgoing: {
      content,
      fallbackTemplate: body.fallback_template,
      replyToMessageId: body.reply_to_message_id,
      seenMessageId: toSeen(body.seen_message_id),
      link: body.link,
    },
    sender: { type: 'member', userId },
    take: (conversation) => {
      before = conversation;
      return takeIfFree(caller, conversation);
    },
    attach,
  });
  // Throws if nothing was sent, or if the outcome is unknown.
  toReplyResult(message);
  const replied = await findConversation(workspaceId, conversationId);
  if (!replied) throw notFound('conversation');
  // A retry that finds the message stored did not look at the conversation.
  const status = body.status ?? reopened((before ?? replied).status);
  const author = toMemberAuthor(caller);
  const after = status ? (await workOn(workspaceId, conversationId, { status }, author)).after : replied;
  const [[conversation], context] = await Promise.all([
    showConversations(workspaceId, [after], []),
    loadEntryContext(workspaceId, [message]),
  ]);
  if (!conversation) throw notFound('conversation');
  return { conversation, entry: showMessage(message, after, context) };
};

/**
 * Starts a conversation with a template, because nothing else reaches a customer who has not written. It is then
 * assigned to the member, unless a colleague has it.
 */
export const messageContact = async (
  caller: MemberCaller,
  contactId: string,
  id: string,
  template: TemplateChoice,
): Promise<{ conversation_id: string }> => {
  const { workspaceId, userId } = caller;
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  if (contact.phone === null)
    throw new ApiError('bad_request', 'This contact has no phone number. Add it to the contact.');
  const message = await sendMessage(workspaceId, id, {
    to: contact.phone,
    name: undefined,
    content: { type: 'template', template },
    replyToMessageId: undefined,
    reply: { sender: { type: 'member', userId } },
  });
  const { conversation_id } = toSendResult(message);
  const conversation = await findConversation(workspaceId, conversation_id);
  if (conversation?.assigned_agent_id === null)
    await workOn(workspaceId, conversation_id, { assigned_agent_id: userId }, toMemberAuthor(caller));
  return { conversation_id };
};

/** Tells the audit log what a reply changes beside the message. Undefined if it changes nothing. */
export const describeReply = async (
  { workspaceId, name }: MemberCaller,
  conversationId: string,
  asked: ConversationStatus | undefined,
): Promise<{ target: { id: string; name: string }; details: string } | undefined> => {
  const before = await findConversation(workspaceId, conversationId);
  if (!before) return undefined;
  const status = asked ?? reopened(before.status);
  const words = [
    ...(status === undefined || status === before.status ? [] : [await describeWork(workspaceId, { status })]),
    ...(before.assigned_agent_id === null ? [`assigned to ${name}`] : []),
  ];
  const details = words.join(', ');
  // The log outlives the contact, so it must not contain the name.
  return details === '' ? undefined : { target: { id: conversationId, name: conversationId }, details };
};

export const describeFirstMessage = async (
  caller: MemberCaller,
  contactId: string,
): Promise<{ details: string } | undefined> => {
  const contact = await findContact(caller.workspaceId, contactId);
  const conversationId = contact?.conversation_ids?.msgapp;
  const before = conversationId && (await findConversation(caller.workspaceId, conversationId));
  return before && before.assigned_agent_id !== null ? undefined : { details: `assigned to ${caller.name}` };
};

/** Part of the transaction of the message, so a replied conversation always has an assignee. */
const takeIfFree = (caller: MemberCaller, { id, assigned_agent_id }: StoredConversation): Taking | undefined => {
  if (assigned_agent_id !== null) return undefined;
  const member = { id: caller.userId, name: caller.name };
  const entry = newChange(toMemberAuthor(caller), 'assigned', member);
  return { memberId: member.id, entryPart: newEntryPart(id, entry) };
};

/** With nothing on the screen, any message to the customer is newer. */
const toSeen = (id: string | null | undefined): string | undefined => (id === null ? '' : id);

const reopened = (status: ConversationStatus): ConversationStatus | undefined =>
  status === 'closed' ? 'open' : undefined;

type AnswerContent = { content: OutgoingContent; attach?: AttachedUpload['attach'] };

const toContent = async (workspaceId: string, messageId: string, body: MemberReply): Promise<AnswerContent> => {
  const { text, template, upload_id: uploadId, fallback_template: fallback, link } = body;
  if (link && !text?.includes(link.url))
    throw new ApiError('bad_request', 'The "text" must contain the "url" of the "link".');
  if (template && fallback)
    throw new ApiError('bad_request', '"fallback_template" must be left out with a "template", which always arrives.');
  if (template && text === undefined && uploadId === undefined) return { content: { type: 'template', template } };
  if (template || (text === undefined && uploadId === undefined))
    throw new ApiError('bad_request', 'Send a "text", a "template" or an "upload_id", which may have a text.');
  if (uploadId === undefined) return { content: { type: 'text', text: text ?? '' } };
  if (text !== undefined && [...text].length > lengthsMax.caption)
    throw new ApiError('bad_request', `"text" must have at most ${lengthsMax.caption} characters as a caption.`);
  return readUpload(workspaceId, messageId, uploadId, text);
};
