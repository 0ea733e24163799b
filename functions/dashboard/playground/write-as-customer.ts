import { writeAsCustomer } from '../../domain/playground/customers.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.writeAsCustomer, async ({ caller, body }) => ({
  data: await writeAsCustomer(caller.workspaceId, body),
}));
