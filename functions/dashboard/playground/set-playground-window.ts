import { setWindow } from '../../domain/playground/customers.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.setPlaygroundWindow, async ({ caller, body }) => ({
  data: await setWindow(caller.workspaceId, body),
}));
