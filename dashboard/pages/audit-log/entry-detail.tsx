import type { AuditEntry } from '../../../functions/model/audit-entry.ts';
import { Detail, Details } from '../../components/content/details.tsx';
import { messages } from '../../messages/en.ts';

const texts = messages.auditLog.detail;

export const EntryDetail = ({ entry }: { entry: AuditEntry }) => (
  <Details>
    {entry.error && <Detail name={texts.error}>{entry.error.message}</Detail>}
    {entry.outcome === 'started' && <Detail name={texts.state}>{texts.started}</Detail>}
    <Value name={texts.requestId}>{entry.request_id}</Value>
    <Value name={texts.address}>{entry.address}</Value>
    <Detail name={texts.browser}>{entry.browser ?? texts.unknown}</Detail>
    <Value name={texts.entry}>{entry.id}</Value>
  </Details>
);

const Value = ({ name, children }: { name: string; children: string | null }) => (
  <Detail name={name} isMonospaced={children !== null}>
    {children ?? texts.unknown}
  </Detail>
);
