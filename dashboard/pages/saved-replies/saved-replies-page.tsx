import Ellipsis from 'lucide-react/icons/ellipsis';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import Plus from 'lucide-react/icons/plus';
import { Suspense } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { savedReplyTexts as texts } from '../../texts/en/saved-replies.ts';
import type { ListedReply } from './dialogs.tsx';
import styles from './saved-replies.module.css';

const ReplyDialog = lazyComponent(() => import('./dialogs.tsx'), 'ReplyDialog');
const DeleteDialog = lazyComponent(() => import('./dialogs.tsx'), 'DeleteDialog');

const search = {
  dialog: z.optional(z.enum(['create', 'edit', 'delete'])),
  reply: z.optional(z.string()),
  q: z.optional(z.string()),
};

/** So many are read at a glance. */
const unsearchedMax = 8;

export const SavedRepliesPage = () => {
  const { name } = useWorkspace();
  const [{ dialog, reply: replyId, q }, setSearch, hrefOf] = useSearch(search);
  const query = useLive('listSavedReplies', {});
  const replies = query.data?.data ?? [];
  const isUnused = query.data !== undefined && replies.length === 0;
  const found = replies.filter(({ name, text }) => !q || `${name}\n${text}`.toLowerCase().includes(q.toLowerCase()));
  const chosen = replies.find(({ id }) => id === replyId);
  const close = () => setSearch({ dialog: undefined, reply: undefined }, { replace: true });
  const create = (
    <Button variant="primary" onPress={() => setSearch({ dialog: 'create' })}>
      <Plus aria-hidden="true" />
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} context={name} actions={!isUnused && create} />
      <Card isFlush>
        {(q || replies.length > unsearchedMax) && (
          <Filters
            label={texts.find}
            search={
              <SearchField
                label={texts.find}
                value={q ?? ''}
                charactersMax={80}
                onChange={(value) => setSearch({ q: value || undefined }, { replace: true })}
              />
            }
            clear={texts.clear}
            onClear={undefined}
          />
        )}
        <Listing
          query={query}
          failed={texts.loadFailed}
          isEmpty={found.length === 0}
          empty={
            <Empty
              icon={MessageSquareQuote}
              title={q ? texts.noMatchTitle : texts.emptyTitle}
              action={q ? undefined : create}
            >
              {q ? texts.noMatch : texts.empty}
            </Empty>
          }
        >
          <Table
            label={texts.title}
            columns={columnsOf(
              ({ id }) => hrefOf({ dialog: 'edit', reply: id }),
              (kind, { id }) => setSearch({ dialog: kind, reply: id }),
            )}
            rows={found}
            keyOf={({ id }) => id}
            isCompact
          />
        </Listing>
      </Card>
      <Suspense>
        {dialog === 'create' && <ReplyDialog onClose={close} />}
        {dialog === 'edit' && chosen && <ReplyDialog reply={chosen} onClose={close} />}
        {dialog === 'delete' && chosen && <DeleteDialog reply={chosen} onClose={close} />}
      </Suspense>
    </>
  );
};

/** The names alternate with the text around them. */
const placeholder = /\{\{\s*contact\.([^{}]+)\}\}/;

const columnsOf = (
  hrefOf: (reply: ListedReply) => string,
  open: (dialog: 'edit' | 'delete', reply: ListedReply) => void,
): Column<ListedReply>[] => [
  {
    header: texts.columns.name,
    kind: 'title',
    cell: (reply) => (
      <Link className="row-link" href={hrefOf(reply)}>
        <bdi>{reply.name}</bdi>
      </Link>
    ),
  },
  {
    header: texts.columns.text,
    kind: 'prose',
    cell: ({ text }) => (
      <span className={styles.text}>
        {[...text.split(placeholder).entries()].map(([index, part]) =>
          index % 2 === 0 ? (
            part
          ) : (
            <mark key={index} className={styles.placeholder}>
              {texts.placeholder(part)}
            </mark>
          ),
        )}
      </span>
    ),
  },
  { header: texts.columns.who, cell: ({ is_shared }) => (is_shared ? texts.shared : texts.personal) },
  { header: texts.columns.changed, kind: 'muted', cell: ({ updated_at }) => <RelativeTime at={updated_at} /> },
  {
    header: texts.columns.actions,
    kind: 'actions',
    cell: (reply) => (
      <MenuButton
        label={texts.actions(reply.name)}
        placement="bottom end"
        sections={[
          {
            id: 'actions',
            entries: [
              { id: 'edit', label: texts.edit, onAction: () => open('edit', reply) },
              { id: 'delete', label: texts.remove, isDangerous: true, onAction: () => open('delete', reply) },
            ],
          },
        ]}
      >
        <Ellipsis aria-hidden="true" />
      </MenuButton>
    ),
  },
];
