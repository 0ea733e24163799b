import { listChannels } from '../../domain/channels/list-channels.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listChannels, async ({ caller }) => ({
  data: await listChannels(caller.workspaceId),
}));
