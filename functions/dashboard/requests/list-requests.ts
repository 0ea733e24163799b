import { listRequests } from '../../domain/access/request-records.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listRequests, ({ caller, query, page }) =>
  listRequests(caller.workspaceId, query, page),
);
