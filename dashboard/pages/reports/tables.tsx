import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { duration } from '../../../functions/model/reports/duration.ts';
import type { Report } from '../../../functions/model/reports/metric.ts';
import type { MetricName } from '../../../functions/model/reports/metrics.ts';
import { useLive } from '../../api/queries.ts';
import { Meter } from '../../components/charts/meter.tsx';
import { Avatar } from '../../components/content/avatar.tsx';
import { Card } from '../../components/content/card.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { count, percent } from '../../texts/numbers.ts';
import { dayOf } from '../../texts/time.ts';
import { ReportCard } from './report-card.tsx';
import { orDash } from './report-words.ts';
import styles from './reports.module.css';

export interface AgentRow {
  id: string | null;
  name: string;
  answered: number;
  first: number | null;
  closed: number;
  happy: number | null;
}

interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** Few and narrow columns, which stay columns in half of the page. */
const Rows = <Row extends { id: string | null }>({ label, columns, rows }: RowsProps<Row>) => (
  <div className={styles.scroll}>
    <table className={styles.sheet} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ header, kind, cell }) =>
              kind === 'title' ? (
                <th key={header} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={header}>{cell(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const shown = (value: number): string => (value === 0 ? '–' : count(value));

/** `note` says why there are no rows of others. */
export const AgentsCard = ({ rows, note }: { rows: readonly AgentRow[]; note: string | undefined }) => {
  const { headers } = texts.agents;
  const columns: Column<AgentRow>[] = [
    {
      header: headers.agent,
      kind: 'title',
      cell: ({ id, name }) =>
        id === null ? (
          <span className={styles.muted}>{name}</span>
        ) : (
          <span className={styles.person}>
            <Avatar kind="person" name={name} id={id} />
            {name}
          </span>
        ),
    },
    { header: headers.answered, cell: ({ answered }) => shown(answered) },
    { header: headers.first, cell: ({ first }) => orDash(first) },
    { header: headers.closed, cell: ({ closed }) => shown(closed) },
    { header: headers.happy, cell: ({ happy }) => (happy === null ? '–' : `${happy}%`) },
  ];
  const sheet = {
    name: texts.agents.title,
    header: Object.values(headers),
    rows: rows.map(({ name, answered, first, closed, happy }) => [
      name,
      answered,
      first === null ? '' : duration(first),
      closed,
      happy === null ? '' : `${happy}%`,
    ]),
  };
  return (
    <ReportCard sheet={sheet} definition={texts.agents.definition} isTable>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{texts.agents.none}</p>
      ) : (
        <Rows label={texts.agents.title} columns={columns} rows={rows} />
      )}
      {note && <p className={styles.nothing}>{note}</p>}
    </ReportCard>
  );
};

export interface TagRow {
  id: string | null;
  name: string;
  conversations: number;
}

export const TagsCard = ({ rows, total }: { rows: readonly TagRow[]; total: number }) => {
  const { headers } = texts.tags;
  const columns: Column<TagRow>[] = [
    { header: headers.tag, kind: 'title', cell: ({ name }) => name },
    { header: headers.conversations, cell: ({ conversations }) => count(conversations) },
    {
      header: headers.share,
      cell: ({ name, conversations }) => (
        <span className={styles.share}>
          <Meter label={name} value={conversations} max={total} />
          {texts.tags.share(conversations, total)}
        </span>
      ),
    },
  ];
  const sheet = {
    name: texts.tags.title,
    header: Object.values(headers),
    rows: rows.map(({ name, conversations }) => [name, conversations, texts.tags.share(conversations, total)]),
  };
  return (
    <ReportCard sheet={sheet} definition={texts.tags.definition} isTable>
      <Rows label={texts.tags.title} columns={columns} rows={rows} />
    </ReportCard>
  );
};

const steps = ['sent', 'delivered', 'read', 'answered', 'optedOut', 'failed'] as const;

type BroadcastReports = Partial<Record<(typeof steps)[number], Report>>;

/** Undefined where filters are set that broadcasts do not have. */
const listSteps = (reports: BroadcastReports) =>
  reports.sent &&
  steps.map((step) => ({ step, name: texts.broadcasts.names[step], value: reports[step]?.total.count ?? 0 }));

export const BroadcastsCard = ({ reports }: { reports: BroadcastReports }) => {
  const rows = listSteps(reports) ?? [];
  const reasons = (reports.failed?.rows ?? []).toSorted((one, other) => other.count - one.count);
  const sent = rows[0]?.value ?? 0;
  const sheet = {
    name: texts.broadcasts.title,
    header: [texts.broadcasts.what, texts.broadcasts.measure],
    rows: [
      ...rows.map(({ name, value }) => [name, value]),
      ...reasons.map(({ key, count: value }) => [texts.broadcasts.failedFor(key), value]),
    ],
  };
  const listed = reasons
    .slice(0, reasonsShown)
    .map(({ key, count: value }) => texts.broadcasts.reason(key, value))
    .join(', ');
  const isEmpty = rows.every(({ value }) => value === 0);
  return (
    <ReportCard sheet={sheet} definition={texts.broadcasts.definition}>
      {isEmpty ? (
        <p className={styles.muted}>{reports.sent ? texts.broadcasts.none : texts.broadcasts.unfiltered}</p>
      ) : (
        <>
          <ul className={styles.steps}>
            {rows.map(({ step, name, value }) => (
              <li key={step}>
                <span>{name}</span>
                <Meter label={name} value={value} max={Math.max(sent, value)} tone={isBad(step) ? 'bad' : 'accent'} />
                <span className={styles.number}>
                  {count(value)} {step !== 'sent' && step !== 'failed' && <small>{percent(value, sent)}</small>}
                </span>
              </li>
            ))}
          </ul>
          {reasons.length > 0 && <p className={styles.note}>{texts.broadcasts.reasons(listed)}</p>}
        </>
      )}
    </ReportCard>
  );
};

const reasonsShown = 3;

const isBad = (step: (typeof steps)[number]): boolean => step === 'optedOut' || step === 'failed';

interface BehindProps {
  metric: MetricName;
  title: string;
  input: Record<string, string | undefined>;
  onClose: () => void;
}

/** The conversations behind a bar or a day. */
export const BehindCard = ({ metric, title, input, onClose }: BehindProps) => {
  const { id } = useWorkspace();
  const query = useLive('listReportConversations', { metric }, { input, everyMs: 600_000 });
  const found = query.data?.data;
  const rows = found?.conversations ?? [];
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another bar is another card.
  useEffect(() => frame.current?.focus(), [title]);
  const { headers } = texts.behind;
  return (
    // Not the button: the key that opens the card would press it.
    <div ref={frame} tabIndex={-1}>
      <Card
        title={texts.behind.title(title)}
        isFlush
        actions={
          <Button size="small" onPress={onClose}>
            {texts.behind.close}
          </Button>
        }
      >
        <Listing
          query={query}
          failed={texts.loadFailed}
          isEmpty={rows.length === 0}
          empty={<p className={styles.nothing}>{texts.behind.none}</p>}
        >
          <Table
            label={texts.behind.title(title)}
            rows={rows}
            keyOf={({ conversation_id, at }) => `${conversation_id} ${at}`}
            columns={[
              {
                header: headers.contact,
                kind: 'title',
                cell: ({ conversation_id, name }) =>
                  name === null ? (
                    <span className={styles.muted}>{texts.behind.erased}</span>
                  ) : (
                    <Link href={inboxPath(id, { c: conversation_id })}>{name}</Link>
                  ),
              },
              { header: headers.at, cell: ({ at }) => dayOf(Date.parse(at)) },
              { header: headers.took, cell: ({ seconds }) => orDash(seconds) },
            ]}
          />
          {found && !found.is_complete && <p className={styles.nothing}>{texts.behind.more}</p>}
        </Listing>
      </Card>
    </div>
  );
};
