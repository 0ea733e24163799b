import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';

interface ConversationIds {
  conversation_id: string;
  contact_id: string;
}

/** Reads the status in every place that stores it. */
export const readStatuses = async (workspaceId: string, { conversation_id, contact_id }: ConversationIds) => {
  const item = await findItem(keys.conversation(workspaceId, conversation_id));
  const contact = await findContact(workspaceId, contact_id);
  return [item?.['status'], String(item?.['status_key']).split('#').at(-1), contact?.conversation_statuses?.msgapp];
};
