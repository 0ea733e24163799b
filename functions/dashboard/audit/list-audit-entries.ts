import { listAuditEntries } from '../../domain/audit/audit-log.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listAuditEntries, ({ caller, query, page }) =>
  listAuditEntries(caller.workspaceId, query, page),
);
