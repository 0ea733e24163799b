import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { toCsv } from './csv.ts';

export const toAuditCsv = (entries: readonly AuditEntry[]): string =>
  toCsv([auditLogTexts.csv.header, ...entries.map(toRow)]);

const toRow = (entry: AuditEntry): string[] =>
  [
    entry.at,
    entry.actor.name,
    entry.actor.user_id,
    entry.action,
    entry.target?.name,
    entry.target?.id,
    entry.details,
    entry.outcome,
    entry.error?.code,
    entry.error?.message,
    entry.request_id,
    entry.address,
    entry.browser,
    entry.id,
  ].map((value) => value ?? '');
