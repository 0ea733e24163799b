import * as z from 'zod/mini';
import { auditEntry, auditQuery } from '../../model/audit/audit-entry.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listAuditEntries = defineOperation({
  method: 'GET',
  path: '/audit-log',
  paged: true,
  query: auditQuery,
  response: () => listResponse(auditEntry),
  member: { role: 'admin' },
});

/** Records that the caller downloads the log. The browser reads it page by page with listAuditEntries. */
export const startAuditExport = defineOperation({
  method: 'POST',
  path: '/audit-log/exports',
  status: 201,
  response: () => z.object({ data: z.object({ started: z.literal(true) }) }),
  member: { role: 'admin', audit: 'audit_log.exported' },
});
