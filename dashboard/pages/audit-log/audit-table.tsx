import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import type { Column, RowDetail } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { logTime } from '../../texts/time.ts';
import styles from './audit-table.module.css';
import { actionWords, targetWords } from './audit-words.ts';
import { EntryDetail } from './entry-detail.tsx';

const texts = auditLogTexts;

const tones: Record<AuditEntry['outcome'], Tone> = { started: 'off', done: 'ok', refused: 'warn', failed: 'bad' };

export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <Table label={texts.title} columns={columns} rows={entries} keyOf={({ id }) => id} detail={detail} />
);

const columns: readonly Column<AuditEntry>[] = [
  {
    header: texts.columns.time,
    kind: 'muted',
    cell: ({ at }) => <time dateTime={at}>{logTime(Date.parse(at))}</time>,
  },
  {
    header: texts.columns.actor,
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
    cell: (entry) => (
      <span className={styles.lines}>
        {entry.actor.kind !== 'key' && targetWords(entry)}
        {entry.details && <span className={styles.small}>{entry.details}</span>}
      </span>
    ),
  },
  {
    header: texts.columns.outcome,
    cell: ({ outcome }) => <Badge tone={tones[outcome]}>{texts.outcomes[outcome]}</Badge>,
  },
];

const detail: RowDetail<AuditEntry> = {
  header: texts.columns.details,
  label: ({ action, actor }) => texts.more(actionWords(action), actor.name),
  content: (entry) => <EntryDetail entry={entry} />,
};
