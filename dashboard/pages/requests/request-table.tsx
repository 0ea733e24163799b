import { Link } from 'wouter';
import type { RequestRecord } from '../../../functions/model/access/request-record.ts';
import { toCurl } from '../../../functions/model/samples.ts';
import content from '../../components/content/content.module.css';
import { CopyButton } from '../../components/content/copy-field.tsx';
import { Detail, Details } from '../../components/content/details.tsx';
import { type Column, type RowDetail, Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { apiKeysPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { dayHeading } from '../../texts/days.ts';
import { requestTexts } from '../../texts/en/requests.ts';
import { clockTime } from '../../texts/time.ts';
import styles from './requests.module.css';

const texts = requestTexts;

export const RequestTable = ({ requests }: { requests: readonly RequestRecord[] }) => (
  <Table
    label={texts.title}
    columns={columns}
    rows={requests}
    keyOf={({ id }) => id}
    groupOf={({ at }) => dayHeading(Date.parse(at))}
    detail={detail}
    isCompact
  />
);

const columns: readonly Column<RequestRecord>[] = [
  {
    header: texts.columns.time,
    kind: 'time',
    cell: ({ at }) => <time dateTime={at}>{clockTime(Date.parse(at))}</time>,
  },
  {
    header: texts.columns.request,
    kind: 'title',
    cell: ({ method, path, reason, refused_calls }) => (
      <span className={content.lines}>
        <code className={styles.request}>
          <span className={styles.method}>{method}</span> {path}
        </code>
        {reason !== null && refused_calls === null && <span className={styles.why}>{reason}</span>}
      </span>
    ),
  },
  { header: texts.columns.key, cell: ({ key }) => <span className={styles.key}>{key.name}</span> },
  {
    header: texts.columns.status,
    kind: 'badge',
    cell: ({ status, code, channel_code, refused_calls }) => (
      <span className={`${content.lines} ${styles.outcome}`}>
        <Badge tone={toneOf(status)}>{String(status)}</Badge>
        {refused_calls === null ? (
          code && <code className={styles.small}>{channel_code ? `${code} ${channel_code}` : code}</code>
        ) : (
          <span className={styles.small}>{texts.refused(refused_calls)}</span>
        )}
      </span>
    ),
  },
  {
    header: texts.columns.duration,
    kind: 'number',
    cell: ({ duration_ms: ms }) =>
      ms < slowMs ? (
        <span className={styles.duration}>{texts.duration(ms)}</span>
      ) : (
        <span className={styles.duration} data-slow title={texts.slowTitle}>
          {texts.slow(ms)}
        </span>
      ),
  },
];

/** A person who waits for the caller notices it. */
const slowMs = 2_000;

const toneOf = (status: number): Tone => {
  if (status < 400) return 'ok';
  return status < 500 ? 'warn' : 'bad';
};

const detail: RowDetail<RequestRecord> = {
  header: texts.columns.details,
  label: ({ method, path }) => texts.more(method, path),
  content: (request) => <RequestDetail request={request} />,
};

const detailTexts = requestTexts.detail;

/** Where a refused request is put right. */
const placesOf = (id: string): Readonly<Record<string, { href: string; words: string }>> => {
  const usage = { href: `/w/${id}/settings/usage`, words: detailTexts.toUsage };
  const channels = { href: `/w/${id}/settings/channels`, words: detailTexts.toChannels };
  return { plan_limit_reached: usage, subscription_lapsed: usage, msgapp_not_configured: channels };
};

const RequestDetail = ({ request }: { request: RequestRecord }) => {
  const { api_base_url } = useSession();
  const { id } = useWorkspace();
  const { method, path, request_id, address, key, refused_calls, reason, code, channel_code } = request;
  const place = code === null ? undefined : placesOf(id)[code];
  const why = refused_calls === null ? reason : detailTexts.refused;
  // The reader puts their own body in the place of the empty one: none is kept.
  const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
  const curl = toCurl({ method, baseUrl: api_base_url, path, body });
  return (
    <Details>
      {why !== null && (
        <Detail name={detailTexts.why}>
          {why} {place && <Link href={place.href}>{place.words}</Link>}
        </Detail>
      )}
      {channel_code !== null && (
        <Detail name={detailTexts.channelCode} isMonospaced>
          {channel_code}
        </Detail>
      )}
      <Detail name={detailTexts.requestId}>
        <span className={styles.copied}>
          <code>{request_id}</code>
          <CopyButton label={detailTexts.requestId} value={request_id} />
        </span>
      </Detail>
      <Detail name={detailTexts.key}>
        <Link href={apiKeysPath(id)}>{key.name}</Link>
      </Detail>
      <Detail name={detailTexts.address} isMonospaced>
        {address}
      </Detail>
      <Detail name={detailTexts.asCurl}>
        <span className={styles.curl}>
          <code className={styles.command}>{curl}</code>
          <span className={styles.copied}>
            <CopyButton label={detailTexts.curl} value={curl} />
            <span className={styles.note}>{detailTexts.curlNote}</span>
          </span>
        </span>
      </Detail>
    </Details>
  );
};
