import type { StoredMessage } from '../../table/messages/messages.ts';
import { deleteMedia } from '../media/delete-media.ts';

/** The files that customers sent, copied or not yet. */
export const removeMedia = async (workspaceId: string, messages: readonly StoredMessage[]): Promise<number> => {
  const ids = messages.filter(hasFile).map(({ id }) => id);
  if (ids.length > 0) await deleteMedia(workspaceId, ids);
  return ids.length;
};

export const hasFile = ({ media = [] }: StoredMessage): boolean => media.length > 0;
