import type { Channel } from '../../model/channels/channel.ts';
import { type EmbeddedContact, toEmbeddedContact } from '../../model/contacts/contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

export const newConversation = (contact: EmbeddedContact, channel: Channel): StoredConversation => {
  const now = isoTime(clock.now());
  return {
    id: newId(),
    channel,
    contact_id: contact.id,
    status: 'open',
    assigned_agent_id: null,
    last_message_text: null,
    last_message_at: null,
    last_inbound_at: null,
    unread_count: 0,
    created_at: now,
    updated_at: now,
    contact: toEmbeddedContact(contact),
  };
};
