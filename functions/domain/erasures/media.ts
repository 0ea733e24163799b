import type { StoredMessage } from '../../table/messages/messages.ts';

/** The one place that removes stored files of erased messages. Until files are stored, there are none to remove. */
export const removeMedia = async (_workspaceId: string, _messages: readonly StoredMessage[]): Promise<number> => 0;
