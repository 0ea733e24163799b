import { parseContact, type StoredContact } from './contacts.ts';
import { parseConversation, type StoredConversation } from './conversations.ts';
import { keys } from './keys.ts';
import { parseMessage, type StoredMessage } from './messages.ts';
import { findEach } from './read.ts';
import { parseTemplate, type StoredTemplate } from './templates.ts';
import { parseUsage } from './usage.ts';
import { parseWorkspace, type StoredWorkspace } from './workspaces.ts';

/** Everything that a send can ask for before it knows the conversation. */
export interface SendBasis {
  workspace: StoredWorkspace | undefined;
  /** Messages that the workspace has spent in the month. */
  spent: number;
  /** The contact that has the number, and its conversation, which contacts that were not written to lack. */
  holder: { contactId: string; conversationId: string | undefined } | undefined;
  template: StoredTemplate | undefined;
}

interface BasisRequest {
  phone: string;
  month: string;
  template: Pick<StoredTemplate, 'name' | 'language'> | undefined;
}

export const findSendBasis = async (
  workspaceId: string,
  { phone, month, template }: BasisRequest,
): Promise<SendBasis> => {
  const [workspace, usage, pointer, stored] = await findEach([
    keys.workspace(workspaceId),
    keys.usage(workspaceId, month),
    keys.phone(workspaceId, phone),
    ...(template ? [keys.template(workspaceId, template.name, template.language)] : []),
  ]);
  const conversationId = pointer?.['conversation_id'];
  return {
    workspace: workspace && parseWorkspace(workspace),
    spent: parseUsage(usage),
    holder: pointer && {
      contactId: String(pointer['contact_id']),
      conversationId: conversationId === undefined ? undefined : String(conversationId),
    },
    template: stored && parseTemplate(stored),
  };
};

/** What a send can find in the conversation that it goes to. */
export interface SendPlace {
  conversation: StoredConversation | undefined;
  /** The message itself, if an earlier try of the same call has stored it. */
  own: StoredMessage | undefined;
  repliedTo: StoredMessage | undefined;
  contact: StoredContact | undefined;
}

interface PlaceRequest {
  conversationId: string;
  messageId: string;
  replyToMessageId: string | undefined;
  /** Asked for only when the contact may change. */
  contactId: string | undefined;
}

export const findSendPlace = async (workspaceId: string, request: PlaceRequest): Promise<SendPlace> => {
  const { conversationId, messageId, replyToMessageId, contactId } = request;
  const isReply = replyToMessageId !== undefined && replyToMessageId !== messageId;
  const items = await findEach([
    keys.conversation(workspaceId, conversationId),
    keys.message(conversationId, messageId),
    ...(isReply ? [keys.message(conversationId, replyToMessageId)] : []),
    ...(contactId === undefined ? [] : [keys.contact(workspaceId, contactId)]),
  ]);
  const [conversation, own] = items;
  const repliedTo = isReply ? items[2] : undefined;
  const contact = contactId === undefined ? undefined : items.at(-1);
  return {
    conversation: conversation && parseConversation(conversation),
    own: own && parseMessage(own),
    repliedTo: repliedTo && parseMessage(repliedTo),
    contact: contact && parseContact(contact),
  };
};
