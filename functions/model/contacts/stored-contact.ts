import type { Channel } from '../channels/channel.ts';
import type { ConversationStatus, StoredConversation } from '../conversations/conversation.ts';
import type { ConsentEntry } from './consent-log.ts';
import type { ContactItem } from './contact.ts';

/** Copied from the contact's conversations so segments can filter by it; absent until the first conversation. */
export interface ContactActivity {
  last_inbound_at?: string;
  last_message_at?: string;
  conversation_statuses?: Partial<Record<Channel, ConversationStatus>>;
}

export interface StoredContact extends ContactItem, ContactActivity {
  /**
   * Optimistic lock over the fields that conversations copy and over `conversation_ids`. Activity changes without a new
   * version.
   */
  version: number;
  /** The time of the newest choice about broadcasts, by the channel's clock; absent until the first. */
  consent_at?: string;
  /** The last choices, oldest first. They are stored with the choice itself, so they cost no write of their own. */
  consent_log?: ConsentEntry[];
  /** At most one conversation per channel; each carries a copy of the contact. */
  conversation_ids?: Partial<Record<Channel, string>>;
  /** The other pointers that lead to the contact, such as `SOCIAL#<user>` or `PHONE#<other form of the number>`. */
  aliases?: Set<string>;
  /** Numbers that the contact had before: recipients of earlier broadcasts are stored under them. */
  former_phones?: Set<string>;
}

/** Stored under a phone number or a channel user id; `conversationId` is undefined until a conversation exists. */
export interface ContactPointer {
  contactId: string;
  conversationId: string | undefined;
}

export const withConversation = (contact: StoredContact, conversation: StoredConversation): StoredContact => {
  const { channel, id, status, last_inbound_at, last_message_at } = conversation;
  const isNewChannel = !contact.channels.includes(channel);
  return {
    ...contact,
    channels: isNewChannel ? [...contact.channels, channel] : contact.channels,
    updated_at: isNewChannel ? conversation.created_at : contact.updated_at,
    conversation_ids: { ...contact.conversation_ids, [channel]: id },
    conversation_statuses: { ...contact.conversation_statuses, [channel]: status },
    ...(last_inbound_at === null ? {} : { last_inbound_at: laterTime(last_inbound_at, contact.last_inbound_at) }),
    ...(last_message_at === null ? {} : { last_message_at: laterTime(last_message_at, contact.last_message_at) }),
  };
};

/** ISO times in UTC with milliseconds compare as text. */
export const laterTime = (time: string, current: string | null | undefined): string =>
  current && current > time ? current : time;
