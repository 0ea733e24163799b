import { findContacts, parseContact, type StoredContact } from '../contacts/contacts.ts';
import { findConversations, parseConversation, type StoredConversation } from '../conversations/conversations.ts';
import { findEach } from '../dynamodb/read.ts';
import type { Item } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { parseTemplate, type StoredTemplate } from '../templates/templates.ts';
import { toMessagesUsed } from '../workspaces/message-quota.ts';
import { parseWorkspace, type StoredWorkspace } from '../workspaces/workspaces.ts';
import { parseMessage, type StoredMessage } from './messages.ts';

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
  /** Absent when only the workspace is asked about. */
  phone?: string;
  month: string;
  template: Pick<StoredTemplate, 'name' | 'language'> | undefined;
}

export const findSendBasis = async (
  workspaceId: string,
  { phone, month, template }: BasisRequest,
): Promise<SendBasis> => {
  const items = await findEach([
    keys.workspace(workspaceId),
    keys.usage(workspaceId, month),
    ...(template ? [keys.template(workspaceId, template.name, template.language)] : []),
    ...(phone === undefined ? [] : [keys.phone(workspaceId, phone)]),
  ]);
  const [workspace, usage] = items;
  const stored = template ? items[2] : undefined;
  const pointer = phone === undefined ? undefined : items.at(-1);
  return {
    workspace: workspace && parseWorkspace(workspace),
    spent: toMessagesUsed(usage),
    holder: pointer && holderOf(pointer),
    template: stored && parseTemplate(stored),
  };
};

const holderOf = (pointer: Item): NonNullable<SendBasis['holder']> => {
  const conversationId = pointer['conversation_id'];
  return {
    contactId: String(pointer['contact_id']),
    conversationId: conversationId === undefined ? undefined : String(conversationId),
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

/** Whom a number leads to: nobody, a contact without conversation, or a conversation, whose contact it carries. */
export type Whereabouts = Pick<SendPlace, 'contact' | 'conversation'>;

/**
 * Whom each of these distinct numbers leads to, in their order, read in two steps, or three where one has a pointer
 * without conversation: the contact itself knows more, for the pointer may be that of another form of the number.
 */
export const findWhereabouts = async (workspaceId: string, phones: readonly string[]): Promise<Whereabouts[]> => {
  const pointers = await findEach(phones.map((phone) => keys.phone(workspaceId, phone)));
  const holders = pointers.map((pointer) => pointer && holderOf(pointer));
  const strangers = holders.flatMap((holder) => (holder && !holder.conversationId ? [holder.contactId] : []));
  const contacts = new Map((await findContacts(workspaceId, strangers)).map((contact) => [contact.id, contact]));
  const places = holders.map((holder) => {
    const contact = holder && contacts.get(holder.contactId);
    return { contact, conversationId: holder?.conversationId ?? contact?.conversation_ids?.msgapp };
  });
  const ids = new Set(places.flatMap(({ conversationId }) => conversationId ?? []));
  const conversations = new Map((await findConversations(workspaceId, [...ids])).map((one) => [one.id, one]));
  return places.map(({ contact, conversationId }) => ({
    contact,
    conversation: conversationId === undefined ? undefined : conversations.get(conversationId),
  }));
};
