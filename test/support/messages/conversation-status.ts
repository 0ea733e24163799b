import type { ConversationStatus } from '../../../functions/model/conversations/conversation.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { toStatusKey } from '../../../functions/table/conversations/conversations.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';

interface ConversationIds {
  conversation_id: string;
  contact_id: string;
}

/** Sets the status in every place that stores it. No endpoint does so yet. */
export const setStatus = async (
  workspaceId: string,
  { conversation_id, contact_id }: ConversationIds,
  status: ConversationStatus,
): Promise<void> => {
  await transact([
    {
      Update: {
        Key: keys.conversation(workspaceId, conversation_id),
        ...assign({ status, status_key: toStatusKey(workspaceId, status) }),
      },
    },
    {
      Update: {
        Key: keys.contact(workspaceId, contact_id),
        ...assign({ conversation_statuses: { msgapp: status } }),
      },
    },
  ]);
};

export const readStatuses = async (workspaceId: string, { conversation_id, contact_id }: ConversationIds) => {
  const item = await findItem(keys.conversation(workspaceId, conversation_id));
  const contact = await findContact(workspaceId, contact_id);
  return [item?.['status'], String(item?.['status_key']).split('#').at(-1), contact?.conversation_statuses?.msgapp];
};
