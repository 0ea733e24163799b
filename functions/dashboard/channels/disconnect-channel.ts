import { disconnectChannel } from '../../domain/channels/connect.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.disconnectChannel,
  async ({ caller, params }) => ({ data: await disconnectChannel(caller.workspaceId, params.channel) }),
  {
    describe: ({ params }) => ({ target: { id: params.channel, name: params.channel } }),
    describeResult: ({ data }) => ({ details: `account ${data.account_id}` }),
  },
);
