import ListTree from 'lucide-react/icons/list-tree';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import type { DeliveryFilters, LoggedDelivery } from '../../../functions/model/deliveries/delivery-log.ts';
import { type Event, sentEventNames } from '../../../functions/model/deliveries/event.ts';
import { useLivePages } from '../../api/queries.ts';
import { type Names, useNames } from '../../components/contacts/use-names.ts';
import { Card } from '../../components/content/card.tsx';
import { focusHeading } from '../../components/content/page-header.tsx';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { conversationsOf, DeliveryBadge, EventSummary } from '../../components/webhooks/deliveries.tsx';
import { resultWords } from '../../components/webhooks/delivery-texts.ts';
import { EventFilterFields } from '../../components/webhooks/event-filters.tsx';
import { settled } from '../../components/webhooks/settled.ts';
import { sinceField, sinceTime } from '../../components/webhooks/since.ts';
import type { SearchValues } from '../../context/search.ts';
import { dayHeading } from '../../texts/days.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { clockTime, logTime } from '../../texts/time.ts';
import styles from './deliveries.module.css';

const texts = webhookTexts.log;

interface DeliveryLogProps {
  webhookId: string;
  isActive: boolean;
  /** The names that its deliveries can have. */
  events: readonly Event['name'][];
  filter: LogFilter;
  onFilter: (filter: Partial<LogFilter>) => void;
  selectedId: string | undefined;
  hrefOf: (eventId: string) => string;
  actions: ReactNode;
}

export const DeliveryLog = (props: DeliveryLogProps) => {
  const { webhookId, isActive, events, filter, onFilter, selectedId, hrefOf, actions } = props;
  const { status, event, since } = filter;
  const sinceAt = useMemo(() => sinceTime(since, Date.now()), [since]);
  const isFiltered = Boolean(status || event || since);
  const pages = useLivePages(
    'listDeliveries',
    { id: webhookId },
    { everyMs: 10_000, filter: toQuery({ status, event, since: sinceAt }) },
  );
  const listed = pages.data?.pages.flatMap(({ data }): LoggedDelivery[] => data) ?? [];
  const deliveries = listed.map((delivery) => settled(delivery, isActive));
  return (
    <Card title={texts.title} actions={actions} isFlush>
      <EventFilterFields
        label={texts.filters}
        filter={filter}
        events={events}
        onChange={(changes) => onFilter(changes as Partial<LogFilter>)}
        onClear={isFiltered ? () => onFilter({ status: undefined, event: undefined, since: undefined }) : undefined}
      />
      <Listing
        query={pages}
        failed={texts.loadFailed}
        isEmpty={deliveries.length === 0}
        empty={
          <Empty icon={ListTree} title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}>
            {isFiltered ? (pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch) : texts.empty}
          </Empty>
        }
      >
        <DeliveryTable deliveries={deliveries} selectedId={selectedId} hrefOf={hrefOf} />
      </Listing>
    </Card>
  );
};

const toQuery = ({ status, event, since }: { [Name in keyof DeliveryFilters]: DeliveryFilters[Name] | undefined }) => ({
  ...(status ? { status } : {}),
  ...(event ? { event } : {}),
  ...(since ? { since } : {}),
});

/** The filters of the log, which are part of the URL. */
export const logSearch = {
  status: z.optional(z.enum(deliveryStatuses)),
  event: z.optional(z.enum(sentEventNames)),
  since: sinceField,
};

type LogFilter = SearchValues<typeof logSearch>;

interface DeliveryTableProps {
  deliveries: readonly LoggedDelivery[];
  selectedId: string | undefined;
  hrefOf: (eventId: string) => string;
}

const DeliveryTable = ({ deliveries, selectedId, hrefOf }: DeliveryTableProps) => {
  const names = useNames({ conversations: conversationsOf(deliveries) });
  return (
    <Table
      label={texts.title}
      columns={columnsOf(hrefOf, selectedId, names)}
      rows={deliveries}
      keyOf={({ event_id }) => event_id}
      isSelected={({ event_id }) => event_id === selectedId}
      groupOf={({ at }) => dayHeading(Date.parse(at))}
      isCompact
    />
  );
};

const linkIdOf = (eventId: string): string => `delivery-${eventId}`;

/** Takes the focus back when a delivery is closed. Its row may be gone, or on a page that is not loaded. */
export const focusLink = (eventId: string | undefined): void => {
  const link = eventId === undefined ? null : document.getElementById(linkIdOf(eventId));
  if (link) link.focus();
  else focusHeading();
};

const columnsOf = (
  hrefOf: (eventId: string) => string,
  selectedId: string | undefined,
  names: Names,
): Column<LoggedDelivery>[] => [
  {
    header: texts.columns.time,
    kind: 'time',
    cell: ({ at }) => <time dateTime={at}>{clockTime(Date.parse(at))}</time>,
  },
  {
    header: texts.columns.event,
    kind: 'title',
    cell: ({ event_id, event, at }) => (
      <Link
        id={linkIdOf(event_id)}
        href={hrefOf(event_id)}
        className={`row-link ${styles.link}`}
        aria-label={texts.open(event, logTime(Date.parse(at)))}
        aria-current={event_id === selectedId ? 'true' : undefined}
      >
        {event}
      </Link>
    ),
  },
  { header: texts.columns.summary, kind: 'prose', cell: (delivery) => <EventSummary {...delivery} names={names} /> },
  { header: texts.columns.status, kind: 'badge', cell: DeliveryBadge },
  {
    header: texts.columns.result,
    kind: 'muted',
    cell: (delivery) => <span className={styles.result}>{resultWords(delivery)}</span>,
  },
];
