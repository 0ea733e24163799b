import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { Detail, Details } from '../../components/content/details.tsx';
import { auditLogTexts } from '../../texts/en/audit-log.ts';

const texts = auditLogTexts.detail;

export const EntryDetail = ({ entry }: { entry: AuditEntry }) => (
  <Details>
    {entry.error && <Detail name={texts.error}>{reasonOf(entry.action, entry.error)}</Detail>}
    {entry.outcome === 'started' && <Detail name={texts.state}>{texts.started}</Detail>}
    <Value name={texts.requestId}>{entry.request_id}</Value>
    <Value name={texts.address}>{entry.address}</Value>
    {entry.actor.kind !== 'key' && <Detail name={texts.browser}>{entry.browser ?? texts.unknown}</Detail>}
    <Value name={texts.entry}>{entry.id}</Value>
  </Details>
);

/** The caller of a refused key does not learn the reason, but the members do. */
const reasonOf = (action: string, { message }: NonNullable<AuditEntry['error']>): string =>
  action === 'api_key.refused' ? texts.foreignAddress : message;

const Value = ({ name, children }: { name: string; children: string | null }) => (
  <Detail name={name} isMonospaced={children !== null}>
    {children ?? texts.unknown}
  </Detail>
);
