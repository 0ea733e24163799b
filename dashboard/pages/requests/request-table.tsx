import type { RequestRecord } from '../../../functions/model/access/request-record.ts';
import type { Column, RowDetail } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { requestTexts } from '../../texts/en/requests.ts';
import { logTime } from '../../texts/time.ts';
import { RequestDetail } from './request-detail.tsx';
import styles from './request-table.module.css';

const texts = requestTexts;

export const RequestTable = ({ requests }: { requests: readonly RequestRecord[] }) => (
  <Table label={texts.title} columns={columns} rows={requests} keyOf={({ id }) => id} detail={detail} />
);

const columns: readonly Column<RequestRecord>[] = [
  {
    header: texts.columns.time,
    kind: 'muted',
    cell: ({ at }) => <time dateTime={at}>{logTime(Date.parse(at))}</time>,
  },
  {
    header: texts.columns.request,
    kind: 'title',
    cell: ({ method, path }) => (
      <code className={styles.request}>
        <span className={styles.method}>{method}</span> {path}
      </code>
    ),
  },
  { header: texts.columns.key, cell: ({ key }) => <span className={styles.key}>{key.name}</span> },
  {
    header: texts.columns.status,
    cell: ({ status, code, refused_calls }) => (
      <span className={styles.lines}>
        <Badge tone={toneOf(status)}>{String(status)}</Badge>
        {refused_calls === null ? (
          code && <code className={styles.small}>{code}</code>
        ) : (
          <span className={styles.small}>{texts.refused(refused_calls)}</span>
        )}
      </span>
    ),
  },
  {
    header: texts.columns.duration,
    kind: 'muted',
    cell: ({ duration_ms }) => <span className={styles.duration}>{texts.duration(duration_ms)}</span>,
  },
];

const toneOf = (status: number): Tone => {
  if (status < 400) return 'ok';
  return status < 500 ? 'warn' : 'bad';
};

const detail: RowDetail<RequestRecord> = {
  header: texts.columns.details,
  label: ({ method, path }) => texts.more(method, path),
  content: (request) => <RequestDetail request={request} />,
};
