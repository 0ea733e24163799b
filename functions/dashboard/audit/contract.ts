import * as z from 'zod/mini';
import { auditEntry, auditQuery } from '../../model/audit/audit-entry.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listAuditEntries = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/audit-log',
  role: 'admin',
  status: 200,
  paged: true,
  query: auditQuery,
  response: () => listResponse(auditEntry),
});

/** Records that the caller downloads the log. The browser reads it page by page with listAuditEntries. */
export const startAuditExport = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/audit-log/exports',
  role: 'admin',
  audit: 'audit_log.exported',
  status: 201,
  response: () => z.object({ data: z.object({ started: z.literal(true) }) }),
});
