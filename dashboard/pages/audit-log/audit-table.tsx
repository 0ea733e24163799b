import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { Detail, Details } from '../../components/content/details.tsx';
import { type Column, type RowDetail, Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { logTime } from '../../texts/time.ts';
import styles from './audit-log.module.css';
import { actionWords, detailWords, targetWords } from './audit-texts.ts';

const texts = auditLogTexts;

const tones: Record<AuditEntry['outcome'], Tone> = { started: 'off', done: 'ok', refused: 'warn', failed: 'bad' };

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** Names by id. Operators' commands name only ids. */
  names: ReadonlyMap<string, string>;
}

export const AuditTable = ({ entries, names }: AuditTableProps) => (
  <Table
    label={texts.title}
    columns={columnsOf(names)}
    rows={entries}
    keyOf={({ id }) => id}
    detail={detail}
    isCompact
  />
);

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<AuditEntry>[] => [
  { header: texts.columns.time, kind: 'muted', cell: ({ at }) => <time dateTime={at}>{logTime(Date.parse(at))}</time> },
  {
    header: texts.columns.actor,
    kind: 'muted',
    cell: ({ actor }) => (
      <span className={styles.actor}>
        {actor.name}
        {actor.kind === 'operator' && actor.name !== texts.operator && (
          <span className={styles.small}>{texts.operator}</span>
        )}
        {actor.kind === 'key' && <span className={styles.small}>{texts.key}</span>}
      </span>
    ),
  },
  { header: texts.columns.action, kind: 'title', cell: ({ action }) => actionWords(action) },
  {
    header: texts.columns.target,
    kind: 'prose',
    cell: (entry) => (
      <span className={styles.lines}>
        {entry.actor.kind !== 'key' && targetWords(entry, names)}
        {entry.details && <span className={styles.small}>{detailWords(entry.details, names)}</span>}
      </span>
    ),
  },
  {
    header: texts.columns.outcome,
    kind: 'badge',
    cell: ({ outcome }) => <Badge tone={tones[outcome]}>{texts.outcomes[outcome]}</Badge>,
  },
];

const detail: RowDetail<AuditEntry> = {
  header: texts.columns.details,
  label: ({ action, actor }) => texts.more(actionWords(action), actor.name),
  content: (entry) => <EntryDetail entry={entry} />,
};

const detailTexts = auditLogTexts.detail;

const EntryDetail = ({ entry }: { entry: AuditEntry }) => (
  <Details>
    {entry.error && <Detail name={detailTexts.error}>{reasonOf(entry.action, entry.error)}</Detail>}
    {entry.outcome === 'started' && <Detail name={detailTexts.state}>{detailTexts.started}</Detail>}
    {entry.target && entry.target.id !== entry.target.name && (
      <Value name={detailTexts.target}>{entry.target.id}</Value>
    )}
    <Value name={detailTexts.requestId}>{entry.request_id}</Value>
    <Value name={detailTexts.address}>{entry.address}</Value>
    {entry.actor.kind !== 'key' && <Detail name={detailTexts.browser}>{entry.browser ?? detailTexts.unknown}</Detail>}
    <Value name={detailTexts.entry}>{entry.id}</Value>
  </Details>
);

/** The caller of a refused key does not learn the reason, but the members do. */
const reasonOf = (action: string, { message }: NonNullable<AuditEntry['error']>): string =>
  action === 'api_key.refused' ? detailTexts.foreignAddress : message;

const Value = ({ name, children }: { name: string; children: string | null }) => (
  <Detail name={name} isMonospaced={children !== null}>
    {children ?? detailTexts.unknown}
  </Detail>
);
