import Ellipsis from 'lucide-react/icons/ellipsis';
import Group from 'lucide-react/icons/group';
import Plus from 'lucide-react/icons/plus';
import { Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import * as z from 'zod/mini';
import type { ListedSegment } from '../../../functions/model/segments/segment.ts';
import { useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { PageLink } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { newBroadcastPath, segmentsPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { segmentTexts as texts } from '../../texts/en/segments.ts';
import { sentenceOf } from './rules.ts';
import { ColorDot, LastUse, SegmentSize } from './segment-facts.tsx';
import styles from './segments.module.css';

const DeleteDialog = lazyComponent(() => import('./dialogs.tsx'), 'DeleteDialog');

const search = { dialog: z.optional(z.enum(['delete'])), segment: z.optional(z.uuid()) };

export const SegmentsPage = () => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [{ dialog, segment: segmentId }, setSearch] = useSearch(search);
  const query = useLivePages('listSegments', {}, { everyMs: 60_000, pollsFirstPage: true });
  const segments = query.data?.pages.flatMap(({ data }): ListedSegment[] => data) ?? [];
  const chosen = segments.find(({ id }) => id === segmentId);
  const close = () => setSearch({ dialog: undefined, segment: undefined }, { replace: true });
  const create = mayManage && (
    <PageLink variant="primary" href={segmentsPath(workspace.id, 'new')}>
      <Plus aria-hidden="true" />
      {texts.create}
    </PageLink>
  );
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} context={workspace.name} actions={create} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      <Card isFlush>
        <Listing
          query={query}
          failed={texts.loadFailed}
          isEmpty={segments.length === 0}
          empty={
            <Empty icon={Group} title={texts.emptyTitle} action={create || undefined}>
              {texts.empty}
            </Empty>
          }
        >
          <SegmentTable
            segments={segments}
            onDelete={mayManage ? ({ id }) => setSearch({ dialog: 'delete', segment: id }) : undefined}
          />
        </Listing>
      </Card>
      <Suspense>
        {dialog === 'delete' && mayManage && chosen && (
          <DeleteDialog segment={chosen} onDeleted={close} onClose={close} />
        )}
      </Suspense>
    </>
  );
};

interface SegmentTableProps {
  segments: readonly ListedSegment[];
  /** Missing for members who may only view. */
  onDelete: ((segment: ListedSegment) => void) | undefined;
}

const SegmentTable = ({ segments, onDelete }: SegmentTableProps) => {
  const { id: workspaceId } = useWorkspace();
  const columns: Column<ListedSegment>[] = [
    {
      header: texts.columns.name,
      kind: 'title',
      cell: ({ id, name, color }) => (
        <span className={styles.name}>
          <ColorDot color={color} />
          <Link className="clipped row-link" href={segmentsPath(workspaceId, id)} title={name}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ),
    },
    {
      header: texts.columns.what,
      kind: 'prose',
      cell: ({ filter, description }) => (
        <span className={styles.what}>
          {filter ? sentenceOf(filter) : texts.byHand}
          {description && <span className="muted"> {description}</span>}
        </span>
      ),
    },
    { header: texts.columns.contacts, cell: ({ id }) => <SegmentSize id={id} /> },
    { header: texts.columns.used, kind: 'muted', cell: ({ id }) => <LastUse id={id} /> },
  ];
  const menu: Column<ListedSegment> = {
    header: texts.columns.actions,
    kind: 'actions',
    cell: (segment) => <RowMenu segment={segment} onDelete={() => onDelete?.(segment)} />,
  };
  return (
    <Table
      label={texts.title}
      columns={onDelete ? [...columns, menu] : columns}
      rows={segments}
      keyOf={({ id }) => id}
      isCompact
    />
  );
};

const RowMenu = ({ segment, onDelete }: { segment: ListedSegment; onDelete: () => void }) => {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const { id, name } = segment;
  return (
    <MenuButton
      label={texts.actions(name)}
      placement="bottom end"
      sections={[
        {
          id: 'actions',
          entries: [
            {
              id: 'broadcast',
              label: texts.broadcast,
              onAction: () => navigate(newBroadcastPath(workspaceId, { segment: id })),
            },
            { id: 'edit', label: texts.edit, onAction: () => navigate(segmentsPath(workspaceId, `${id}/edit`)) },
            { id: 'delete', label: texts.remove.action, isDangerous: true, onAction: onDelete },
          ],
        },
      ]}
    >
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
};
