import { listRequests } from '../../domain/access/request-records.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

export const routes = handleOperations(contract, {
  listRequests: ({ caller, query, page }) => listRequests(caller.workspaceId, query, page),
});
