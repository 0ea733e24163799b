import type { StoredMedia } from '../../model/media/media.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { findFile } from '../channels/msgapp/find-file.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { type CopyFault, finalFault, passingFault } from './fault.ts';
import type { FileSource } from './open-file.ts';

const lookupTimeoutMs = 10_000;

/** The address of the file now. Links of msgapp last five minutes, so every attempt asks for a new one. */
export const findSource = async ({ workspace_id, channel, source }: StoredMedia): Promise<FileSource | CopyFault> => {
  if (channel === 'msgapp' && source.id !== null) return findMsgappSource(workspace_id, source.id, source.mimeType);
  if (source.url === null) return finalFault('gone', 'the message has no link');
  return { outcome: 'found', url: source.url, token: undefined, declaredType: source.mimeType };
};

/** "Unsupported request": the id does not exist, any more or for this account. */
const unknownIdCode = 100;

const findMsgappSource = async (
  workspaceId: string,
  mediaId: string,
  declaredType: string | null,
): Promise<FileSource | CopyFault> => {
  const workspace = await getStoredWorkspace(workspaceId);
  if (!workspace.msgapp_account) return passingFault('unavailable', 'the number is not connected');
  const account = await decryptMsgappAccount(workspace);
  const file = await findFile(account, mediaId, lookupTimeoutMs);
  switch (file.outcome) {
    case 'found':
      return {
        outcome: 'found',
        url: file.url,
        token: account.accessToken,
        declaredType: declaredType ?? file.mimeType,
      };
    case 'refused':
      return file.code === unknownIdCode
        ? finalFault('gone', `code ${file.code}`)
        : passingFault('unavailable', `code ${file.code}`);
    case 'unreachable':
      return passingFault('unavailable', file.reason);
  }
};
