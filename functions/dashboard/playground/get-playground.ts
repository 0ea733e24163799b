import { getPlayground } from '../../domain/playground/playground.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getPlayground, async ({ caller, query }) => ({
  data: await getPlayground(caller.workspaceId, query),
}));
