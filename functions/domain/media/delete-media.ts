import { removeObjects } from '../../platform/bucket.ts';
import { removeMedia } from '../../table/media/media.ts';
import { toObjectKey } from './object-key.ts';

/**
 * Deletes the files of messages, also those that are being copied: the item goes first, and a copy that then does not
 * find it removes its object. Safe to repeat. Needs `table:BatchWriteItem`, `write:media` and `bucket:DeleteObject`.
 */
export const deleteMedia = async (workspaceId: string, messageIds: readonly string[]): Promise<void> => {
  await removeMedia(workspaceId, messageIds);
  await removeObjects(messageIds.map((id) => toObjectKey(workspaceId, id)));
};
