import { Suspense, useState } from 'react';
import type { Feed } from '../../../functions/model/feeds/feed.ts';
import { feedReadPrecisionMs, lastFeedReadMs } from '../../../functions/model/feeds/feed.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Chip, Chips } from '../../components/content/chip.tsx';
import content from '../../components/content/content.module.css';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { eventTexts } from '../../texts/en/events.ts';
import { dateTime, dayOf } from '../../texts/time.ts';

const texts = eventTexts.feeds;

const DeleteFeedDialog = lazyComponent(() => import('./dialogs.tsx'), 'DeleteFeedDialog');

const CreateFeedDialog = lazyComponent(() => import('./dialogs.tsx'), 'CreateFeedDialog');

const CreatedFeedDialog = lazyComponent(() => import('./dialogs.tsx'), 'CreatedFeedDialog');

interface FeedsCardProps {
  isCreating: boolean;
  onCreate: (isOpen: boolean) => void;
  /** The feed whose deletion is asked about. */
  deleted: string | undefined;
  onDelete: (id: string | undefined) => void;
}

/** The feeds of the workspace, for Admins. */
export const FeedsCard = ({ isCreating, onCreate, deleted, onDelete }: FeedsCardProps) => {
  const [shownId, setShownId] = useState<string>();
  const query = useLive('listFeeds', {}, { everyMs: 60_000, isAside: true });
  const feeds = query.data?.data ?? [];
  const chosen = feeds.find(({ id }) => id === deleted);
  return (
    <Card
      title={texts.title}
      actions={
        <span className={content.row}>
          <a href="/reference/guide-feeds.html">{texts.guide}</a>
          <Button size="small" onPress={() => onCreate(true)}>
            {texts.create.action}
          </Button>
        </span>
      }
      isFlush
    >
      <Listing
        query={query}
        failed={texts.loadFailed}
        isEmpty={feeds.length === 0}
        empty={<p className={content.body}>{texts.empty}</p>}
      >
        <Table label={texts.title} columns={columnsOf(setShownId, onDelete)} rows={feeds} keyOf={({ id }) => id} />
      </Listing>
      <Suspense>
        {chosen && <DeleteFeedDialog feed={chosen} onClose={() => onDelete(undefined)} />}
        {isCreating && (
          <CreateFeedDialog
            onCreated={(id) => {
              setShownId(id);
              onCreate(false);
            }}
            onClose={() => onCreate(false)}
          />
        )}
        {shownId && <CreatedFeedDialog id={shownId} onClose={() => setShownId(undefined)} />}
      </Suspense>
    </Card>
  );
};

const columnsOf = (onRead: (id: string) => void, onDelete: (id: string) => void): Column<Feed>[] => [
  {
    header: texts.columns.feed,
    kind: 'title',
    cell: ({ id, name, created_at }) => {
      const created = <time dateTime={created_at}>{texts.createdAt(dateTime(Date.parse(created_at)))}</time>;
      return (
        <span className={content.lines}>
          {name ?? created}
          {name !== null && <span className={content.small}>{created}</span>}
          <span className={content.small}>
            {texts.id} <code>{id}</code>
          </span>
        </span>
      );
    },
  },
  {
    header: texts.columns.events,
    kind: 'prose',
    cell: ({ events }) => (
      <Chips>
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
      </Chips>
    ),
  },
  { header: texts.columns.read, kind: 'time', cell: (feed) => <LastRead feed={feed} /> },
  {
    header: texts.columns.ends,
    kind: 'time',
    cell: ({ expires_at }) => <time dateTime={expires_at}>{dayOf(Date.parse(expires_at))}</time>,
  },
  {
    header: texts.columns.actions,
    kind: 'actions',
    cell: ({ id, name, events, created_at }) => (
      <>
        <Button
          size="small"
          aria-label={texts.readLabel(name, dateTime(Date.parse(created_at)))}
          onPress={() => onRead(id)}
        >
          {texts.read}
        </Button>{' '}
        <Button
          size="small"
          variant="danger-ghost"
          aria-label={texts.deleteLabel(name, events, dateTime(Date.parse(created_at)))}
          onPress={() => onDelete(id)}
        >
          {texts.delete.action}
        </Button>
      </>
    ),
  },
];

/** Known to the hour, so within it no time would be right. */
const LastRead = ({ feed }: { feed: Feed }) => {
  const nowMs = useNow();
  const readMs = lastFeedReadMs(feed);
  if (readMs === undefined) return texts.neverRead;
  if (nowMs < readMs + feedReadPrecisionMs) return texts.readLately;
  return <RelativeTime at={new Date(readMs).toISOString()} />;
};
