import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { ChangeEntry } from '../../model/conversations/timeline.ts';
import { trackRating } from '../../model/reports/fact.ts';
import type { WebVisit } from '../../model/web-chat/visit.ts';
import { newId } from '../../platform/ids.ts';
import { toNoteKey } from '../conversations/notes.ts';
import { trackedChanges, unchangedTracked } from '../conversations/tracked-fields.ts';
import { assign } from '../dynamodb/expressions.ts';
import { transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface RatingChange {
  visitorId: string;
  conversation: StoredConversation;
  entry: ChangeEntry;
  rating: NonNullable<WebVisit['rating']>;
  /** The time of the rating that this one replaces. */
  before: string | undefined;
}

/** In the thread and in the visit, or in neither. False if the conversation or the rating has changed. */
export const putRating = async (
  workspaceId: string,
  { visitorId, conversation, entry, rating, before }: RatingChange,
): Promise<boolean> => {
  const { id, last_inbound_at } = conversation;
  const after = {
    ...conversation,
    rated: trackRating(conversation.rated, { atMs: Date.parse(rating.at), score: rating.score }),
  };
  const [tracked, expected] = [trackedChanges(conversation, after), unchangedTracked(conversation, 'rated')];
  const { written } = await transact([
    {
      Put: {
        Item: { ...toNoteKey(id, entry.id), entity: 'note', ...entry },
        ConditionExpression: before === undefined ? 'attribute_not_exists(pk)' : 'attribute_exists(pk)',
      },
    },
    {
      Update: {
        Key: keys.webVisit(workspaceId, visitorId),
        ConditionExpression:
          before === undefined ? 'attribute_not_exists(#rating) OR #rating.#at < :last' : '#rating.#at = :before',
        UpdateExpression: 'SET #rating = :rating',
        ExpressionAttributeNames: { '#rating': 'rating', '#at': 'at' },
        ExpressionAttributeValues: {
          ':rating': rating,
          ...(before === undefined ? { ':last': last_inbound_at } : { ':before': before }),
        },
      },
    },
    {
      Update: {
        Key: keys.conversation(workspaceId, id),
        ConditionExpression: `#status = :closed AND #last = :inbound AND ${expected.condition}`,
        ...withNames(
          assign(
            { noted: newId().slice(-12), ...tracked.fields },
            { ':closed': 'closed', ':inbound': last_inbound_at, ...expected.values },
          ),
        ),
      },
    },
  ]);
  return written;
};

const withNames = (update: ReturnType<typeof assign>) => ({
  ...update,
  ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status', '#last': 'last_inbound_at' },
});
