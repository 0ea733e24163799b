import type { CopiedFile, MediaFailure, StoredMedia } from '../../model/media/media.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { type Consistency, findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export const newMediaPart = (media: StoredMedia): TransactionPart => ({
  Put: {
    Item: { ...keys.media(media.workspace_id, media.message_id), entity: 'media', ...requestIdField(), ...media },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

type SentMedia = CopiedFile & Pick<StoredMedia, 'source' | 'expires'>;

/** The file of a message that we send. It is in the bucket already, so no job follows from it. */
export const putSentMedia = async (workspaceId: string, messageId: string, media: SentMedia): Promise<void> => {
  const stored = { workspace_id: workspaceId, message_id: messageId, status: 'copied', attempts: 0, ...media };
  await updateIf({ Key: keys.media(workspaceId, messageId), ...assign(stored) });
};

export const findMedia = async (
  workspaceId: string,
  messageId: string,
  consistency: Consistency = 'strong',
): Promise<StoredMedia | undefined> => {
  const item = await findItem(keys.media(workspaceId, messageId), consistency);
  return item && toStoredMedia(item);
};

export const findMediaOf = async (workspaceId: string, messageIds: readonly string[]): Promise<StoredMedia[]> =>
  (
    await findItems(
      messageIds.map((id) => keys.media(workspaceId, id)),
      'eventual',
    )
  ).map(toStoredMedia);

export type MediaUpdate =
  | { attempts: number; next_attempt_at: string }
  | ({ status: 'copied'; expires: number } & CopiedFile)
  | { status: 'failed'; failure: MediaFailure; expires: number };

/** A file that is copied or given up keeps its state. */
export const updateMedia = async (
  { workspace_id, message_id }: StoredMedia,
  update: MediaUpdate,
): Promise<'updated' | 'settled' | 'removed'> => {
  const { written, item } = await updateIf({
    Key: keys.media(workspace_id, message_id),
    ConditionExpression: '#current = :pending',
    ...withCurrent(assign({ ...update }, { ':pending': 'pending' })),
  });
  if (written) return 'updated';
  return item ? 'settled' : 'removed';
};

/** An alias of its own, because `status` may be assigned as well. */
const withCurrent = (assignment: ReturnType<typeof assign>) => ({
  ...assignment,
  ExpressionAttributeNames: { ...assignment.ExpressionAttributeNames, '#current': 'status' },
});

/** Tells the list of conversations, if the file is that of the last message. */
export const noteDuration = async (
  { workspace_id, conversation_id, message_id }: StoredMedia,
  seconds: number | undefined,
): Promise<void> => {
  if (conversation_id === undefined || seconds === undefined) return;
  await updateIf({
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression: 'last_message_id = :id',
    UpdateExpression: 'SET last_message.duration_seconds = :seconds',
    ExpressionAttributeValues: { ':id': message_id, ':seconds': seconds },
  });
};

export const removeMedia = (workspaceId: string, messageIds: readonly string[]): Promise<void> =>
  removeItems(messageIds.map((id) => keys.media(workspaceId, id)));

const toStoredMedia = ({ pk, sk, entity, request_id, ...fields }: Item): StoredMedia =>
  fields as unknown as StoredMedia;
