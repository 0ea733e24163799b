import { setSwitches } from '../../domain/playground/switches.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.setPlaygroundSwitches, async ({ caller, body }) => ({
  data: await setSwitches(caller.workspaceId, body),
}));
