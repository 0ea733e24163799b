import { listAuditEntries } from '../../domain/audit/audit-log.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

export const routes = handleOperations(contract, {
  listAuditEntries: ({ caller, query, page }) => listAuditEntries(caller.workspaceId, query, page),
  startAuditExport: async () => ({ data: { started: true as const } }),
});
