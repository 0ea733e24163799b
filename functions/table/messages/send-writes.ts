import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { contactUpdateParts, newContactParts } from '../contacts/contact-writes.ts';
import { newConversationPart, newConversationParts } from '../conversations/conversations.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { consumeQuotaPart } from '../workspaces/message-quota.ts';
import { newMessagePart, type StoredMessage } from './messages.ts';
import { toQuotaDay } from './outcome-writes.ts';

export type SendRecipient =
  | { kind: 'existing_conversation'; conversation: StoredConversation }
  | { kind: 'renamed_contact'; before: StoredContact; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new_conversation'; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new_contact'; contact: StoredContact; conversation: StoredConversation };

export interface NewSend {
  message: StoredMessage;
  limit: number | null;
  recipient: SendRecipient;
}

export const putSend = async ({
  message,
  limit,
  recipient,
}: NewSend): Promise<'stored' | 'quota_exceeded' | 'conflict'> => {
  const quotaDay = toQuotaDay(message);
  const result = await transact([
    ...(quotaDay ? [consumeQuotaPart(message.workspace_id, quotaDay, limit, 1)] : []),
    newMessagePart(message),
    ...contactAndConversationParts(message.workspace_id, recipient),
  ]);
  if (result.written) return 'stored';
  return quotaDay && result.failedPart === 0 ? 'quota_exceeded' : 'conflict';
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
