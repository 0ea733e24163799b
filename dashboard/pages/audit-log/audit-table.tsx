import { Link } from 'wouter';
import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { type Names, useNames } from '../../components/contacts/use-names.ts';
import { Detail, Details } from '../../components/content/details.tsx';
import { type Column, type RowDetail, Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { contactsPath, inboxPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { dayHeading } from '../../texts/days.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { clockTime } from '../../texts/time.ts';
import styles from './audit-log.module.css';
import {
  type CustomerTarget,
  customersOf,
  detailWords,
  entryWords,
  isId,
  targetPath,
  targetWords,
} from './audit-texts.ts';

const texts = auditLogTexts;

/** Most acts are done. Only other outcomes have a color. */
const tones = { started: 'off', refused: 'warn', failed: 'bad' } as const satisfies Partial<
  Record<AuditEntry['outcome'], Tone>
>;

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** Names by id. Operators' commands name only ids. */
  names: ReadonlyMap<string, string>;
}

export const AuditTable = ({ entries, names }: AuditTableProps) => {
  const customers = entries.flatMap(customersOf);
  const idsOf = (wanted: CustomerTarget['kind']) => customers.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const found = useNames({ contacts: idsOf('contact'), conversations: idsOf('conversation') });
  return (
    <Table
      label={texts.title}
      columns={columnsOf(names, found)}
      rows={entries}
      keyOf={({ id }) => id}
      groupOf={({ at }) => dayHeading(Date.parse(at))}
      detail={detail}
      isCompact
    />
  );
};

const columnsOf = (names: ReadonlyMap<string, string>, customers: Names): readonly Column<AuditEntry>[] => [
  {
    header: texts.columns.time,
    kind: 'time',
    cell: ({ at }) => <time dateTime={at}>{clockTime(Date.parse(at))}</time>,
  },
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
  { header: texts.columns.action, kind: 'title', cell: entryWords },
  {
    header: texts.columns.target,
    kind: 'prose',
    cell: (entry) =>
      (entry.target || entry.details) && (
        <span className={styles.lines}>
          {entry.actor.kind !== 'key' && <Target entry={entry} names={names} customers={customers} />}
          {entry.details && <Note entry={entry} names={names} customers={customers} />}
        </span>
      ),
  },
  {
    header: texts.columns.outcome,
    kind: 'badge',
    cell: ({ outcome }) =>
      outcome === 'done' ? (
        <span className="muted">{texts.outcomes.done}</span>
      ) : (
        <Badge tone={tones[outcome]}>{texts.outcomes[outcome]}</Badge>
      ),
  },
];

interface TargetProps {
  entry: AuditEntry;
  names: ReadonlyMap<string, string>;
  customers: Names;
}

const Target = ({ entry, names, customers }: TargetProps) => {
  const { id } = useWorkspace();
  const [customer, ...others] = customersOf(entry);
  if (customer && others.length === 0) return <Customer customer={customer} names={customers} />;
  const words = targetWords(entry, names);
  const path = targetPath(entry);
  return path === undefined ? words : <Link href={`/w/${id}/${path}`}>{words}</Link>;
};

const Customer = ({ customer: { kind, id }, names }: { customer: CustomerTarget; names: Names }) => {
  const workspace = useWorkspace();
  if (names.isGone(id)) return <span className={styles.small}>{texts.customer.gone}</span>;
  return (
    <Link href={kind === 'contact' ? contactsPath(workspace.id, id) : inboxPath(workspace.id, { view: 'all', c: id })}>
      <bdi>{names.nameOf(id) ?? texts.customer[kind]}</bdi>
    </Link>
  );
};

const Note = ({ entry, names, customers }: TargetProps) => {
  const listed = customersOf(entry).flatMap(({ id }) => {
    const name = customers.isGone(id) ? texts.customer.gone : customers.nameOf(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  const details = entry.details?.replace(`name: ${entry.target?.name}; `, '') ?? null;
  return <span className={styles.small}>{detailWords(details, new Map([...names, ...listed]))}</span>;
};

const detail: RowDetail<AuditEntry> = {
  header: texts.columns.details,
  label: (entry) => texts.more(entryWords(entry), entry.actor.name),
  content: (entry) => <EntryDetail entry={entry} />,
};

const detailTexts = auditLogTexts.detail;

const EntryDetail = ({ entry }: { entry: AuditEntry }) => (
  <Details>
    {entry.error && <Detail name={detailTexts.error}>{reasonOf(entry.action, entry.error)}</Detail>}
    {entry.outcome === 'started' && <Detail name={detailTexts.state}>{detailTexts.started}</Detail>}
    {entry.target && (isId(entry.target.id) || entry.target.id !== entry.target.name) && (
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
