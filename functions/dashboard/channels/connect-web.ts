import { connectOwnWeb } from '../../domain/channels/connect-own.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.connectWeb,
  async ({ caller, id }) => ({ data: await connectOwnWeb(caller.workspaceId, id) }),
  { describe: ({ id }) => ({ target: { id, name: 'web' } }) },
);
