import { findContacts, type StoredContact, toStoredContact } from '../contacts/contacts.ts';
import { findConversations, type StoredConversation, toStoredConversation } from '../conversations/conversations.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItemsInOrder } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';
import { type StoredTemplate, toStoredTemplate } from '../templates/templates.ts';
import { toMessagesUsed } from '../workspaces/message-quota.ts';
import { type StoredWorkspace, toStoredWorkspace } from '../workspaces/workspaces.ts';
import { type StoredMessage, toStoredMessage } from './messages.ts';

/** Everything that a send can ask for before it knows the conversation. */
export interface SendInputs {
  workspace: StoredWorkspace | undefined;
  /** Messages that the workspace has spent in the month. */
  messagesUsed: number;
  /** The contact that has the number, and its conversation, which contacts that were not written to lack. */
  phoneOwner: { contactId: string; conversationId: string | undefined } | undefined;
  template: StoredTemplate | undefined;
}

interface SendInputsQuery {
  /** Absent when only the workspace is asked about. */
  phone?: string;
  month: string;
  template: Pick<StoredTemplate, 'name' | 'language'> | undefined;
}

export const findSendInputs = async (
  workspaceId: string,
  { phone, month, template }: SendInputsQuery,
): Promise<SendInputs> => {
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
    messagesUsed: toMessagesUsed(usage),
    phoneOwner: pointer && toPhoneOwner(pointer),
    template: templateItem && toStoredTemplate(templateItem),
  };
};

const toPhoneOwner = (pointer: Item): NonNullable<SendInputs['phoneOwner']> => {
  const conversationId = pointer['conversation_id'];
  return {
    contactId: String(pointer['contact_id']),
    conversationId: conversationId === undefined ? undefined : String(conversationId),
  };
};

/** What a send can find in the conversation that it goes to. */
export interface ConversationLookup {
  conversation: StoredConversation | undefined;
  /** The message itself, if an earlier try of the same call has stored it. */
  storedMessage: StoredMessage | undefined;
  repliedTo: StoredMessage | undefined;
  contact: StoredContact | undefined;
}

interface SendConversationQuery {
  conversationId: string;
  messageId: string;
  replyToMessageId: string | undefined;
  /** Asked for only when the contact may change. */
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

/** Whom a number leads to: nobody, a contact without conversation, or a conversation, whose contact it carries. */
export type RecipientLookup = Pick<ConversationLookup, 'contact' | 'conversation'>;

/**
 * Whom each of these distinct numbers leads to, in their order, read in two steps, or three where one has a pointer
 * without conversation: the contact itself knows more, for the pointer may be that of another form of the number.
 */
export const findRecipientsByPhone = async (
  workspaceId: string,
  phones: readonly string[],
): Promise<RecipientLookup[]> => {
  const pointers = await findItemsInOrder(phones.map((phone) => keys.phone(workspaceId, phone)));
  const owners = pointers.map((pointer) => pointer && toPhoneOwner(pointer));
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
  return lookups.map(({ contact, conversationId }) => ({
    contact,
    conversation: conversationId === undefined ? undefined : conversations.get(conversationId),
  }));
};
