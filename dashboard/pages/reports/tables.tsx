import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
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
import { count } from '../../texts/numbers.ts';
import { ReportCard } from './report-card.tsx';
import { momentIn, orDash, type Sheet } from './report-words.ts';
import styles from './reports.module.css';
import type { AgentRow, BroadcastRow, TagRow } from './rows.ts';

interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** Few and narrow columns, which stay columns in half of the page, but not on a phone. */
const Rows = <Row extends { id: string | null }>({ label, columns, rows }: RowsProps<Row>) => (
  <div className={styles.scroll}>
    <table className={`${styles.sheet} ${styles.rows}`} aria-label={label}>
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
                <td key={header} data-label={header}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const shown = (value: number): string => (value === 0 ? '–' : count(value));

interface CardProps<Row> {
  sheet: Sheet;
  rows: readonly Row[];
}

/** `note` says why there are no rows of others. */
export const AgentsCard = ({ sheet, rows, note }: CardProps<AgentRow> & { note: string | undefined }) => {
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
            <span title={name}>{name}</span>
          </span>
        ),
    },
    { header: headers.answered, cell: ({ answered }) => shown(answered) },
    { header: headers.first, cell: ({ first }) => orDash(first) },
    { header: headers.closed, cell: ({ closed }) => shown(closed) },
    { header: headers.happy, cell: ({ happy }) => (happy === null ? '–' : `${happy}%`) },
  ];
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

export const TagsCard = ({ sheet, rows, total }: CardProps<TagRow> & { total: number }) => {
  const { headers } = texts.tags;
  const columns: Column<TagRow>[] = [
    { header: headers.tag, kind: 'title', cell: ({ name }) => name },
    { header: headers.conversations, cell: ({ conversations }) => count(conversations) },
    {
      header: headers.share,
      cell: ({ name, conversations }) => (
        <span className={styles.share}>
          <Meter label={name} value={conversations} max={total} />
          {texts.share(conversations, total)}
        </span>
      ),
    },
  ];
  return (
    <ReportCard sheet={sheet} definition={texts.tags.definition} isTable>
      <Rows label={texts.tags.title} columns={columns} rows={rows} />
    </ReportCard>
  );
};

interface BroadcastsProps {
  sheet: Sheet;
  rows: readonly BroadcastRow[];
  reasons: readonly { name: string; value: number }[];
}

export const BroadcastsCard = ({ sheet, rows, reasons }: BroadcastsProps) => {
  const listed = reasons.slice(0, reasonsShown).map(({ name, value }) => texts.broadcasts.counted(name, value));
  const isEmpty = rows.every(({ value }) => value === 0);
  return (
    <ReportCard sheet={sheet} definition={texts.broadcasts.definition}>
      {isEmpty ? (
        <p className={styles.muted}>{rows.length > 0 ? texts.broadcasts.none : texts.broadcasts.unfiltered}</p>
      ) : (
        <>
          <ul className={styles.steps}>
            {rows.map(({ step, name, value, whole }) => (
              <li key={step}>
                <span>{name}</span>
                <Meter label={name} value={value} max={whole ?? value} tone={isBad(step) ? 'bad' : 'accent'} />
                <span className={styles.number}>
                  {count(value)} {whole !== undefined && <small>{texts.share(value, whole)}</small>}
                </span>
              </li>
            ))}
          </ul>
          {reasons.length > 0 && <p className={styles.note}>{texts.broadcasts.reasons(listed.join(', '))}</p>}
        </>
      )}
    </ReportCard>
  );
};

const reasonsShown = 3;

const isBad = (step: BroadcastRow['step']): boolean => step === 'optedOut' || step === 'failed';

interface BehindProps {
  metric: MetricName;
  title: string;
  input: Record<string, string | undefined>;
  zone: string;
  onClose: () => void;
}

/** The conversations behind a bar or a day. */
export const BehindCard = ({ metric, title, input, zone, onClose }: BehindProps) => {
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
              { header: headers.at, cell: ({ at }) => momentIn(zone, at) },
              { header: headers.took, cell: ({ seconds }) => orDash(seconds) },
            ]}
          />
          {found && !found.is_complete && <p className={styles.nothing}>{texts.behind.more}</p>}
        </Listing>
      </Card>
    </div>
  );
};
