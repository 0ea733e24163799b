import type { StoredPresence } from '../../model/inbox/presence.ts';
import { membersMax } from '../../model/members/member.ts';
import { assign } from '../dynamodb/expressions.ts';
import { queryFrom } from '../dynamodb/query.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A member is in one conversation: the last one that was opened. */
export const putPresence = async (workspaceId: string, presence: StoredPresence): Promise<void> => {
  await updateIf({ Key: keys.presence(workspaceId, presence.user_id), ...assign({ ...presence }) });
};

/** Does nothing if the member is in another conversation by now. */
export const endPresence = async (workspaceId: string, userId: string, conversationId: string): Promise<void> => {
  await updateIf({
    Key: keys.presence(workspaceId, userId),
    ConditionExpression: 'conversation_id = :conversation',
    ...assign({ expires: 0 }, { ':conversation': conversationId }),
  });
};

/** One row for each member who was in the inbox lately. */
export const queryPresences = async (workspaceId: string): Promise<StoredPresence[]> =>
  (await queryFrom(keys.presence(workspaceId, '').pk, ' ', membersMax)) as unknown as StoredPresence[];
