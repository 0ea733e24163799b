import type { Mention } from '../../model/conversations/inbox.ts';
import type { NoteEntry } from '../../model/conversations/timeline.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { queryFrom, queryPage } from '../dynamodb/query.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

const keptSeconds = 30 * 24 * 60 * 60;
const mentionsMax = 20;
/** A transaction takes as many. */
const removedMax = 100;

type MentioningNote = Pick<NoteEntry, 'id' | 'author' | 'mentions'>;

/** Nobody is told about their own notes. */
export const toMentionKeys = (workspaceId: string, { id, author, mentions }: MentioningNote) =>
  mentions.filter((userId) => userId !== author.id).map((userId) => keys.mention(workspaceId, userId, id));

/** Belongs in the transaction of the note, whose condition holds only once. */
export const newMentionParts = (workspaceId: string, conversationId: string, note: MentioningNote): TransactionPart[] =>
  toMentionKeys(workspaceId, note).map((key) => ({
    Put: {
      Item: {
        ...key,
        entity: 'mention',
        conversation_id: conversationId,
        by: note.author.name,
        expires: nowSeconds() + keptSeconds,
      },
    },
  }));

/** False once the member has opened the conversation, or the note is gone. */
export const hasMention = async (workspaceId: string, userId: string, noteId: string): Promise<boolean> =>
  (await findItem(keys.mention(workspaceId, userId, noteId))) !== undefined;

/** Oldest first. */
export const queryMentions = async (
  workspaceId: string,
  userId: string,
  consistency?: Consistency,
): Promise<Mention[]> =>
  (await queryFrom(keys.mention(workspaceId, userId, '').pk, ' ', mentionsMax, consistency)).map(
    ({ sk, conversation_id, by }) => ({ note_id: sk, conversation_id, by }) as unknown as Mention,
  );

/** The member has opened the conversation. Of very many mentions, the oldest go first, which are those that are listed. */
export const removeMentionsIn = async (workspaceId: string, userId: string, conversationId: string): Promise<void> => {
  const { items } = await queryPage(
    keys.mention(workspaceId, userId, '').pk,
    { limit: removedMax, after: undefined, mayLag: true },
    {
      filter: { expression: 'conversation_id = :seen', values: { ':seen': conversationId } },
      consistency: 'eventual',
      order: 'ascending',
    },
  );
  if (items.length > 0) await transact(items.map(({ pk, sk }) => ({ Delete: { Key: { pk, sk } } })));
};
