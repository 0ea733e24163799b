import { connectOwnMsgapp } from '../../domain/channels/connect-own.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.connectMsgapp,
  async ({ caller, body }) => ({ data: await connectOwnMsgapp(caller.workspaceId, body) }),
  {
    describe: ({ body }) => ({
      target: { id: body.phone_number_id, name: 'msgapp' },
      details: `business account ${body.waba_id}`,
    }),
  },
);
