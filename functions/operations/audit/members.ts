import { listAuditEntries } from '../../domain/audit/audit-log.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listAuditEntries: ({ caller, query, page }) => listAuditEntries(caller.workspaceId, query, page),
  startAuditExport: async () => ({ data: { started: true as const } }),
} satisfies MemberActs<typeof contract>;
