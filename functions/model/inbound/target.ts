import type { Channel } from '../channels/channel.ts';
import type { ConsentKeywords } from '../contacts/consent-keywords.ts';
import type { ContactPointer, StoredContact } from '../contacts/stored-contact.ts';
import type { StoredConversation } from '../conversations/conversation.ts';

export interface InboundIds {
  channel: Channel;
  channelMessageId: string;
  replyToChannelMessageId: string | null;
  sender: SenderIds;
  mayBeKeyword: boolean;
}

export interface SenderIds {
  phones: readonly string[];
  userId: string | null;
}

export interface SenderLookup {
  byPhone: ContactPointer | undefined;
  byUserId: ContactPointer | undefined;
  erasedAt: string | undefined;
}

export interface InboundLookup extends SenderLookup {
  isStored: boolean;
  repliedTo: { conversationId: string; messageId: string } | undefined;
  /** It is set only for a message that may be a keyword. */
  keywords: ConsentKeywords | undefined;
}

export interface StoredSender {
  contact: StoredContact;
  conversation: StoredConversation | undefined;
}

/** The contact and conversation that an inbound message is stored in; `conversation` is the state after the write. */
export type InboundTarget = { contact: StoredContact; conversation: StoredConversation } & (
  | { kind: 'existing_conversation'; before: StoredConversation }
  | { kind: 'new_conversation' }
  | { kind: 'new_contact' }
);
