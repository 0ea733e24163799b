import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { broadcastStages, type ShownBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { PageLink } from '../../components/controls/button.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { broadcastsPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts as texts } from '../../texts/en/broadcasts.ts';
import { dateTime } from '../../texts/time.ts';
import { audienceWords, isMoving, stageBadge, timeUntil } from './broadcast-words.ts';
import styles from './broadcasts.module.css';
import { ProgressBar } from './progress-bar.tsx';

const search = { status: z.optional(z.enum(broadcastStages)) };

export const BroadcastsPage = () => {
  const { id: workspaceId, name, role } = useWorkspace();
  const maySend = useMay('admin');
  const [{ status }, setSearch] = useSearch(search);
  const [isLive, setLive] = useState(false);
  const pages = useLivePages(
    'listBroadcasts',
    {},
    {
      filter: status ? { status } : {},
      everyMs: isLive ? 5_000 : 30_000,
      pollsFirstPage: true,
      isMoving: () => isLive,
    },
  );
  const broadcasts = pages.data?.pages.flatMap(({ data }): ShownBroadcast[] => data) ?? [];
  const hasMoving = broadcasts.some(isMoving);
  if (hasMoving !== isLive) setLive(hasMoving);
  const sorted = broadcasts.toSorted((one, other) => Number(isMoving(other)) - Number(isMoving(one)));
  const create = maySend && (
    <PageLink variant="primary" href={broadcastsPath(workspaceId, 'new')}>
      <Plus aria-hidden="true" />
      {texts.create}
    </PageLink>
  );
  const isUnused = pages.data !== undefined && broadcasts.length === 0 && !status && !pages.hasNextPage;
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} context={name} actions={!isUnused && create} />
      {!maySend && <RoleNote role={role} required="admin" action={texts.manage} />}
      <Card isFlush>
        {!isUnused && (
          <Filters
            label={texts.filters.label}
            clear={texts.filters.clear}
            onClear={status ? () => setSearch({ status: undefined }, { replace: true }) : undefined}
          >
            <Select
              label={texts.filters.status}
              value={status ?? ''}
              onChange={(value) =>
                setSearch({ status: broadcastStages.find((stage) => stage === value) }, { replace: true })
              }
              options={[
                { value: '', label: texts.filters.any },
                ...broadcastStages.map((value) => ({ value, label: texts.stages[value] })),
              ]}
            />
          </Filters>
        )}
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={broadcasts.length === 0}
          empty={
            <Empty icon={Megaphone} title={status ? texts.noMatchTitle : texts.emptyTitle} action={!status && create}>
              {status ? (pages.hasNextPage ? texts.noMatchYet : texts.noMatch) : texts.empty}
            </Empty>
          }
        >
          <BroadcastTable broadcasts={sorted} />
        </Listing>
      </Card>
    </>
  );
};

/** The whole row is the link to the broadcast. */
const BroadcastTable = ({ broadcasts }: { broadcasts: readonly ShownBroadcast[] }) => {
  const { id: workspaceId } = useWorkspace();
  const columns: readonly Column<ShownBroadcast>[] = [
    {
      header: texts.columns.name,
      kind: 'title',
      cell: ({ id, name, template_name }) => (
        <span className={content.lines}>
          <Link className={`clipped row-link ${styles.name}`} href={broadcastsPath(workspaceId, id)} title={name}>
            {name}
          </Link>
          <code className={content.small}>{template_name}</code>
        </span>
      ),
    },
    {
      header: texts.columns.audience,
      kind: 'muted',
      cell: (row) => (
        <span className={content.lines}>
          <bdi>{audienceWords(row)}</bdi>
          {row.is_waiting && row.segment_id !== null && row.total_recipients > 0 && (
            <span className={content.small}>{texts.numbers(row.total_recipients)}</span>
          )}
        </span>
      ),
    },
    {
      header: texts.columns.status,
      kind: 'badge',
      cell: (row) => <Badge {...stageBadge(row)} />,
    },
    { header: texts.columns.result, cell: Result },
    {
      header: texts.columns.when,
      kind: 'muted',
      cell: ({ is_waiting, scheduled_at, started_at, created_at }) =>
        is_waiting && scheduled_at ? <Scheduled at={scheduled_at} /> : <RelativeTime at={started_at ?? created_at} />,
    },
  ];
  return <Table label={texts.title} columns={columns} rows={broadcasts} keyOf={({ id }) => id} isCompact />;
};

const Scheduled = ({ at }: { at: string }) => {
  const atMs = Date.parse(at);
  return (
    <span className={content.lines}>
      <time dateTime={at}>{dateTime(atMs)}</time>
      <span className={content.small}>{timeUntil(atMs, useNow())}</span>
    </span>
  );
};

const Result = (row: ShownBroadcast) => {
  const step = isMoving(row) ? 'sent' : 'delivered';
  return (
    row.accepted > 0 && (
      <span className={styles.result}>
        <span>{texts.result(step, row[`${step}_count`], row.accepted, row.failed_count)}</span>
        <ProgressBar broadcast={row} step={step} />
      </span>
    )
  );
};
