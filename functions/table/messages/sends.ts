import type { ContactPointer, StoredContact } from '../../model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { contactUpdateParts, newContactParts } from '../contacts/contact-writes.ts';
import { findContacts, readErasedAt, toContactPointer, toStoredContact } from '../contacts/contacts.ts';
import { findConversations, toStoredConversation } from '../conversations/conversations.ts';
import { newConversationPart, newConversationParts } from '../conversations/new-conversation.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { hasValidKey, type StoredTemplate, toStoredTemplate } from '../templates/templates.ts';
import { listConsumptions, type MonthUsage } from '../workspaces/usage-shares.ts';
import { type StoredWorkspace, toStoredWorkspace } from '../workspaces/workspaces.ts';
import { toQuotaDay } from './message-status.ts';
import { newMessagePart, type StoredMessage, toStoredMessage } from './messages.ts';

export interface SendInputs {
  workspace: StoredWorkspace | undefined;
  usage: Item | undefined;
  phoneOwner: ContactPointer | undefined;
  template: StoredTemplate | undefined;
}

interface SendInputsQuery {
  phone?: string;
  month: string;
  template: Pick<StoredTemplate, 'name' | 'language'> | undefined;
}

export const findSendInputs = async (
  workspaceId: string,
  { phone, month, template: choice }: SendInputsQuery,
): Promise<SendInputs> => {
  const template = choice && hasValidKey(choice) ? choice : undefined;
  const items = await findItemsInOrder([
    keys.workspace(workspaceId),
    keys.monthlyUsage(workspaceId, month),
    ...(template ? [keys.template(workspaceId, template.name, template.language)] : []),
    ...(phone === undefined ? [] : [keys.phone(workspaceId, phone)]),
  ]);
  const [workspace, usage] = items;
  const templateItem = template ? items[2] : undefined;
  const pointer = phone === undefined ? undefined : items.at(-1);
  return {
    workspace: workspace && toStoredWorkspace(workspace),
    usage,
    phoneOwner: toContactPointer(pointer),
    template: templateItem && toStoredTemplate(templateItem),
  };
};

export interface ConversationLookup {
  conversation: StoredConversation | undefined;
  storedMessage: StoredMessage | undefined;
  repliedTo: StoredMessage | undefined;
  contact: StoredContact | undefined;
}

interface SendConversationQuery {
  conversationId: string;
  messageId: string;
  replyToMessageId: string | undefined;
  contactId: string | undefined;
}

export const findSendConversation = async (
  workspaceId: string,
  request: SendConversationQuery,
): Promise<ConversationLookup> => {
  const { conversationId, messageId, replyToMessageId, contactId } = request;
  const isReply = replyToMessageId !== undefined && replyToMessageId !== messageId;
  const items = await findItemsInOrder([
    keys.conversation(workspaceId, conversationId),
    keys.message(conversationId, messageId),
    ...(isReply ? [keys.message(conversationId, replyToMessageId)] : []),
    ...(contactId === undefined ? [] : [keys.contact(workspaceId, contactId)]),
  ]);
  const [conversation, storedMessage] = items;
  const repliedTo = isReply ? items[2] : undefined;
  const contact = contactId === undefined ? undefined : items.at(-1);
  return {
    conversation: conversation && toStoredConversation(conversation),
    storedMessage: storedMessage && toStoredMessage(storedMessage),
    repliedTo: repliedTo && toStoredMessage(repliedTo),
    contact: contact && toStoredContact(contact),
  };
};

/** Both are undefined for an unknown number. A conversation may come without its contact, because it carries a copy. */
export type RecipientLookup = Pick<ConversationLookup, 'contact' | 'conversation'> & { erasedAt?: string | undefined };

/**
 * Looks up distinct numbers, in their order. A pointer without a conversation may belong to another form of the number,
 * so its contact is read for the conversation.
 */
export const findRecipientsByPhone = async (
  workspaceId: string,
  phones: readonly string[],
): Promise<RecipientLookup[]> => {
  const pointers = await findItemsInOrder(phones.map((phone) => keys.phone(workspaceId, phone)));
  const owners = pointers.map(toContactPointer);
  const contactIds = owners.flatMap((owner) => (owner && !owner.conversationId ? [owner.contactId] : []));
  const contacts = new Map((await findContacts(workspaceId, contactIds)).map((contact) => [contact.id, contact]));
  const lookups = owners.map((owner) => {
    const contact = owner && contacts.get(owner.contactId);
    return { contact, conversationId: owner?.conversationId ?? contact?.conversation_ids?.msgapp };
  });
  const conversationIds = new Set(lookups.flatMap(({ conversationId }) => conversationId ?? []));
  const conversations = new Map(
    (await findConversations(workspaceId, [...conversationIds])).map((conversation) => [conversation.id, conversation]),
  );
  return lookups.map(({ contact, conversationId }, index) => ({
    contact,
    conversation: conversationId === undefined ? undefined : conversations.get(conversationId),
    erasedAt: readErasedAt(pointers[index]),
  }));
};

export type SendRecipient =
  | { kind: 'existing_conversation'; conversation: StoredConversation }
  | { kind: 'renamed_contact'; before: StoredContact; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new_conversation'; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new_contact'; contact: StoredContact; conversation: StoredConversation };

export interface NewSend {
  message: StoredMessage;
  limit: number | null;
  usage: MonthUsage;
  recipient: SendRecipient;
  related?: TransactionPart[] | undefined;
}

export const putSend = async ({
  message,
  limit,
  usage,
  recipient,
  related = [],
}: NewSend): Promise<'stored' | 'quota_exceeded' | 'conflict'> => {
  const { id: messageId, workspace_id: workspaceId } = message;
  const quotaDay = toQuotaDay(message);
  const others = [newMessagePart(message), ...contactAndConversationParts(workspaceId, recipient), ...related];
  for (const parts of quotaDay
    ? listConsumptions({ workspaceId, quotaDay, limit, shares: usage.shares, messageId })
    : [[]]) {
    const result = await transact([...parts, ...others]);
    if (result.written) return 'stored';
    if (result.failedPart >= parts.length) return 'conflict';
  }
  return usage.shares || usage.isClosing ? 'conflict' : 'quota_exceeded';
};

export const contactAndConversationParts = (workspaceId: string, recipient: SendRecipient): TransactionPart[] => {
  switch (recipient.kind) {
    case 'existing_conversation':
      return [];
    case 'renamed_contact':
      return contactUpdateParts(workspaceId, recipient.before, recipient.contact);
    case 'new_conversation':
      return newConversationParts(workspaceId, recipient.contact, recipient.conversation);
    case 'new_contact':
      return [
        ...newContactParts(workspaceId, recipient.contact),
        newConversationPart(workspaceId, recipient.conversation),
      ];
  }
};
