import * as z from 'zod/mini';
import { channels } from '../../model/channels/channel.ts';
import { type ChannelError, channelError, type DescribedWorkspace } from '../../model/workspaces/workspace.ts';
import { getStoredWorkspace, toWorkspace } from './workspaces.ts';

export const describeWorkspace = async (workspaceId: string): Promise<DescribedWorkspace> => {
  const workspace = await getStoredWorkspace(workspaceId);
  const connected = channels.flatMap((channel) => {
    const account = workspace[`${channel}_account`];
    return account ? [{ channel, last_error: readLastError(account) }] : [];
  });
  return { ...toWorkspace(workspace), channels: connected };
};

/** It is null for an account without an error. */
const readLastError = (account: object): ChannelError | null =>
  'last_error' in account ? (z.safeParse(channelError, account.last_error).data ?? null) : null;
