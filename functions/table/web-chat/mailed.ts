import type { ChangeEntry } from '../../model/conversations/timeline.ts';
import { newEntryPart, notedPart } from '../conversations/notes.ts';
import { transact } from '../dynamodb/write.ts';

/** Does nothing if the entry is there already, or if the conversation was erased. */
export const putMailedEntry = async (
  workspaceId: string,
  conversationId: string,
  entry: ChangeEntry,
): Promise<void> => {
  await transact([newEntryPart(conversationId, entry), notedPart(workspaceId, conversationId, entry.id.slice(-12))]);
};
